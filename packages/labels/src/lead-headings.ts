import type { LeadImportField } from '@app/contract'

/** Headings in exports of common tools besides the field's label, in lower case without punctuation. */
export const leadHeadings: Readonly<Partial<Record<LeadImportField, readonly string[]>>> = {
  firstName: ['firstname', 'given name', 'forename'],
  lastName: ['lastname', 'surname', 'family name'],
  email: ['e mail', 'email address', 'e mail address', 'mail', 'work email', 'email work', 'primary email'],
  phone: [
    'phone number',
    'telephone',
    'tel',
    'mobile',
    'mobile phone number',
    'mobile phone',
    'cell',
    'work phone',
    'phone work',
  ],
  company: [
    'company name',
    'organization',
    'organisation',
    'organization name',
    'business',
    'account name',
    'associated company',
  ],
  message: ['note', 'notes', 'comment', 'comments', 'description'],
  industry: ['sector', 'line of business'],
  volume: ['monthly volume', 'pieces per month', 'pieces a month', 'quantity'],
  source: ['lead source', 'original source', 'origin', 'campaign'],
}

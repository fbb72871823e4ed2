import type { LeadImportField } from '@app/contract'

const phones = ['telephone', 'mobile', 'mobile phone', 'cell', 'cell phone']
const quantities = ['pieces', 'pcs', 'qty', 'quantity']
const months = ['mo', 'month', 'per mo', 'per month', 'a month']

/** Headings in exports from common tools, in addition to the field's label, in lower case without punctuation. */
export const leadHeadings: Readonly<Partial<Record<LeadImportField, readonly string[]>>> = {
  firstName: ['first', 'firstname', 'fname', 'given name', 'forename'],
  lastName: ['last', 'lastname', 'lname', 'surname', 'family name'],
  email: [
    'e mail',
    'email address',
    'e mail address',
    'email 1',
    'mail',
    'work email',
    'email work',
    'business email',
    'primary email',
  ],
  phone: [
    'phone number',
    'phone no',
    'phone num',
    'phone 1',
    ...phones.flatMap((phone) => [phone, `${phone} number`]),
    'tel',
    'work phone',
    'phone work',
    'business phone',
    'office phone',
    'primary phone',
  ],
  company: [
    'company name',
    'organization',
    'organisation',
    'organization name',
    'org',
    'business',
    'business name',
    'firm',
    'practice',
    'practice name',
    'employer',
    'account',
    'account name',
    'associated company',
  ],
  message: ['note', 'notes', 'comment', 'comments', 'notes comments', 'remarks', 'details', 'description'],
  industry: ['sector', 'vertical', 'segment', 'business type', 'type of business', 'line of business'],
  volume: [
    ...['monthly', 'mail', 'est', 'est monthly', 'estimated'].map((kind) => `${kind} volume`),
    'volume mo',
    'volume month',
    ...quantities.flatMap((unit) => [unit, ...months.map((month) => `${unit} ${month}`), `monthly ${unit}`]),
  ],
  source: [
    'lead source',
    'original source',
    'origin',
    'campaign',
    'channel',
    'heard from',
    'heard about us',
    'how did you hear about us',
    'referral source',
    'referred by',
  ],
}

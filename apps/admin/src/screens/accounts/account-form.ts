import { type AccountDetail, type AccountPatch, fieldErrors, type LeadDetail } from '@app/api-client'
import { keyScopeLabels, labelOf, pieceEventLabels } from '@app/labels'
import { countText, figure } from '../../components/format.ts'
import { emailRule, requiredLine, trimmed } from '../../components/text-rules.ts'
import { fullName } from '../../people/full-name.ts'
import { accountEventFields } from './account-events.ts'

export type AccountForm = {
  name: string
  billingName: string
  billingEmail: string
  monthlyCap: string
  /** Only for a new account. */
  invitesContact: boolean
}

export const accountForm = (account: AccountDetail): AccountForm => ({
  name: account.name,
  billingName: account.billingName,
  billingEmail: account.billingEmail,
  monthlyCap: account.monthlyCap?.toString() ?? '',
  invitesContact: false,
})

/** The form for a new account, filled in from its lead. */
export const newAccount = (lead: LeadDetail | undefined): AccountForm => ({
  name: lead?.company ?? '',
  billingName: lead ? fullName(lead) : '',
  billingEmail: lead?.email ?? '',
  monthlyCap: '',
  invitesContact: true,
})

/** Removes separators: "5,000" becomes "5000". */
const digitsOf = (text: string): string => text.replaceAll(/[\s,]/g, '')

export const toAccountInput = ({ invitesContact: _invites, ...form }: AccountForm) =>
  ({
    ...trimmed(form),
    monthlyCap: digitsOf(form.monthlyCap) === '' ? null : Number(digitsOf(form.monthlyCap)),
  }) satisfies AccountPatch

const maxCap = 100_000

export const accountRules = {
  name: requiredLine('Name is required'),
  billingName: requiredLine('Billing contact is required'),
  billingEmail: emailRule,
  monthlyCap: (value: string) =>
    /^\d{0,6}$/.test(digitsOf(value)) && Number(digitsOf(value)) <= maxCap
      ? null
      : 'Enter a whole number up to 100,000',
}

/** Why an account can't be opened, if no field of the form is at fault. */
export function reasonOutsideForm(error: Error): string | undefined {
  const { members, leadId } = fieldErrors(error)
  if (members)
    return 'A member of an account already has this email. Don’t invite the billing contact, or use another email.'
  return leadId && 'This lead is not won, or it has an account already.'
}

const ownFields = {
  name: 'Name',
  billingName: 'Billing contact',
  billingEmail: 'Billing email',
  monthlyCap: 'Monthly cap',
  suspended: 'Suspended',
  leadId: 'Opened from',
} satisfies Record<Exclude<keyof AccountForm, 'invitesContact'> | 'suspended' | 'leadId', string>

export const accountLabels = { ...accountEventFields, ...ownFields }

/** Fields whose values are a list, one in each line. */
const lists: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  scopes: keyScopeLabels,
  types: pieceEventLabels,
}

export function valueText(field: string, value: string): string {
  const labels = lists[field]
  if (labels)
    return value
      .split('\n')
      .map((one) => labelOf(labels, one))
      .join(', ')
  if (field === 'suspended' || field === 'isActive') return value === 'true' ? 'yes' : 'no'
  if (field === 'leadId') return 'a won lead'
  if (field === 'monthlyCap') return value ? figure(Number(digitsOf(value))) : 'no cap'
  return value ? `“${value}”` : 'empty'
}

export const capText = (cap: number | null): string => (cap === null ? 'No cap' : countText(cap, 'piece'))

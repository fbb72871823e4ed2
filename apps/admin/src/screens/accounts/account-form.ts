import type { AccountDetail, AccountPatch, LeadDetail } from '@app/api-client'
import { isEmail } from '@app/contract/formats'
import { requiredLine } from '../../components/text-rules.ts'
import { fullName } from '../../people/full-name.ts'

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

/** A new account, with what is known from its lead. */
export const newAccount = (lead: LeadDetail | undefined): AccountForm => ({
  name: lead?.company ?? '',
  billingName: lead ? fullName(lead) : '',
  billingEmail: lead?.email ?? '',
  monthlyCap: '',
  invitesContact: true,
})

export const toAccountInput = (form: AccountForm) =>
  ({
    name: form.name.trim(),
    billingName: form.billingName.trim(),
    billingEmail: form.billingEmail.trim(),
    monthlyCap: form.monthlyCap.trim() === '' ? null : Number(form.monthlyCap),
  }) satisfies AccountPatch

const maxCap = 100_000

export const emailRule = (value: string) => {
  if (!value.trim()) return 'Email is required'
  return isEmail(value.trim()) ? null : 'Please enter a valid email'
}

export const accountRules = {
  name: requiredLine('Name is required'),
  billingName: requiredLine('Billing contact is required'),
  billingEmail: emailRule,
  monthlyCap: (value: string) =>
    /^\d{0,6}$/.test(value.trim()) && Number(value) <= maxCap ? null : 'Enter a whole number up to 100,000',
}

const fieldTexts: Record<string, string> = {
  name: 'Name',
  billingName: 'Billing contact',
  billingEmail: 'Billing email',
  monthlyCap: 'Monthly cap',
  suspended: 'Suspended',
} satisfies Record<Exclude<keyof AccountForm, 'invitesContact'> | 'suspended', string>

export const fieldText = (field: string): string => new Map(Object.entries(fieldTexts)).get(field) ?? field

export function valueText(field: string, value: string): string {
  if (field === 'suspended') return value === 'true' ? 'yes' : 'no'
  if (field === 'monthlyCap') return value || 'no cap'
  return value ? `“${value}”` : 'empty'
}

export const capText = (cap: number | null): string =>
  cap === null ? 'No cap' : `${cap.toLocaleString('en-US')} pieces`

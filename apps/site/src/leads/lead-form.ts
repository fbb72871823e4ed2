import type { FieldError, LeadInput } from '@app/api-client'
import { leadSource, leadSourceLabel } from '@app/brand'
import { industryOptions, volumeOptions } from './lead-options.ts'

/** What is in the fields, as text. */
export interface LeadForm {
  firstName: string
  lastName: string
  email: string
  phone: string
  company: string
  industry: string
  volume: string
  message: string
}

export type LeadField = keyof LeadForm

export const emptyLeadForm: LeadForm = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  company: '',
  industry: '',
  volume: '',
  message: '',
}

/** The fields in the order of the page. */
export const leadFields = Object.keys(emptyLeadForm) as LeadField[] // keys of a LeadForm are LeadFields

/** One @, no spaces, a dot in the domain. */
const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

const required = (message: string) => (value: string) => (value.trim() ? null : message)

export const leadRules = {
  firstName: required('First name is required'),
  lastName: required('Last name is required'),
  email(value: string) {
    if (!value.trim()) return 'Email is required'
    return emailPattern.test(value.trim()) ? null : 'Please enter a valid email'
  },
}

/** What the fields hold now. The browser keeps text typed before React runs, so the elements are asked, not the state. */
export function readLeadForm(form: HTMLFormElement): LeadForm {
  const typed = new FormData(form)
  const textOf = (field: LeadField) => {
    const value = typed.get(field)
    return typeof value === 'string' ? value : ''
  }
  // Every key of LeadForm is in leadFields.
  return Object.fromEntries(leadFields.map((field) => [field, textOf(field)])) as unknown as LeadForm
}

const chosen = <Value extends string>(options: { value: Value }[], text: string): Value | undefined =>
  options.find(({ value }) => value === text)?.value

const present = <Value>(key: string, value: Value | undefined) => (value ? { [key]: value } : {})

/** The request: trimmed, without empty optional values, labelled with the page it was sent from. */
export const toLeadInput = (form: LeadForm, path: string): LeadInput => ({
  firstName: form.firstName.trim(),
  lastName: form.lastName.trim(),
  email: form.email.trim(),
  ...present('phone', form.phone.trim()),
  ...present('company', form.company.trim()),
  ...present('industry', chosen(industryOptions, form.industry)),
  ...present('volume', chosen(volumeOptions, form.volume)),
  ...present('message', form.message.trim()),
  leadSource,
  source: leadSourceLabel(path),
})

/** The server's objections by field; one about something that is not a field here is left to the toast. */
export const fieldErrors = (errors: FieldError[] = []): Partial<Record<LeadField, string>> =>
  Object.fromEntries(
    errors
      .map(({ pointer, detail }) => [pointer.replace(/^\//, ''), detail] as const)
      .filter(([field]) => field in emptyLeadForm),
  )

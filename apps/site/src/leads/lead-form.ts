import type { LeadInput } from '@app/api-client'
import { leadSource, leadSourceLabel } from '@app/brand'
import { industryLabels, optionsOf, volumeLabels } from '@app/ui/labels'
import { required, validEmail } from '../forms/form-values.ts'

export const industryOptions = optionsOf(industryLabels)
export const volumeOptions = optionsOf(volumeLabels)

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
  /** Not for people: hidden from them, and a machine that fills it is found out. */
  website: string
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
  website: '',
}

export const leadRules = {
  firstName: required('First name is required'),
  lastName: required('Last name is required'),
  email: validEmail,
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
  ...present('website', form.website.trim()),
  leadSource,
  source: leadSourceLabel(path),
})

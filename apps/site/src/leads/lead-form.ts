import type { LeadInput } from '@app/api-client'
import { leadSource, leadSourceLabel } from '@app/brand'
import { industryLabels, optionsOf, volumeLabels } from '@app/labels'
import { draftsOf } from '../forms/form-draft.ts'
import {
  chosenOption,
  type Complete,
  type FormValues,
  optionalLine,
  optionalLines,
  optionalText,
  required,
  trimmed,
  validEmail,
} from '../forms/form-values.ts'

export const industryOptions = optionsOf(industryLabels)
export const volumeOptions = optionsOf(volumeLabels)

/** Every field of the request except those the page adds. `topic` is the honeypot, sent as `website`. */
export type LeadField = Exclude<keyof LeadInput, 'leadSource' | 'source' | 'touches' | 'website'> | 'topic'
type LeadForm = FormValues<LeadField>

export const emptyLeadForm: LeadForm = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  company: '',
  industry: '',
  volume: '',
  message: '',
  topic: '',
}

export const leadDraft = draftsOf(emptyLeadForm)

export const leadRules = {
  firstName: required('First name is required'),
  lastName: required('Last name is required'),
  email: validEmail,
  phone: optionalLine,
  company: optionalLine,
  message: optionalLines,
}

/** The request: trimmed, without empty optional fields, labeled with the page it was sent from. */
export const toLeadInput = (form: LeadForm, path: string): LeadInput =>
  ({
    firstName: trimmed(form.firstName),
    lastName: trimmed(form.lastName),
    email: trimmed(form.email),
    phone: optionalText(form.phone),
    company: optionalText(form.company),
    industry: chosenOption(industryOptions, form.industry),
    volume: chosenOption(volumeOptions, form.volume),
    message: optionalText(form.message),
    website: optionalText(form.topic),
    leadSource,
    source: leadSourceLabel(path),
  }) satisfies Complete<Omit<LeadInput, 'touches'>>

import type { SampleRequestInput } from '@app/api-client'
import { optionsOf, sampleTypeLabels } from '@app/ui/labels'
import { draftsOf } from '../forms/form-draft.ts'
import {
  chosenOption,
  type Complete,
  type FormValues,
  optionalText,
  required,
  validEmail,
} from '../forms/form-values.ts'
import { templateOf } from './asked-template.ts'

export const sampleTypeOptions = optionsOf(sampleTypeLabels)

/** Every member of the request except the event's label. `topic` is the honeypot, sent as `website`. */
export type SampleField =
  | Exclude<keyof SampleRequestInput, 'source' | 'templateId' | 'templateName' | 'website'>
  | 'template'
  | 'topic'
type SampleForm = FormValues<SampleField>

export const emptySampleForm: SampleForm = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  company: '',
  addressLine1: '',
  addressLine2: '',
  city: '',
  state: '',
  zip: '',
  sampleType: '',
  template: '',
  notes: '',
  topic: '',
}

export const sampleDraft = draftsOf(emptySampleForm)

const digitsOf = (text: string) => text.replaceAll(/\D/g, '').length

export const sampleRules = {
  firstName: required('First name is required'),
  lastName: required('Last name is required'),
  email: validEmail,
  phone: (value: string) => (!value.trim() || digitsOf(value) >= 10 ? null : 'Please enter at least 10 digits'),
  addressLine1: required('Address is required'),
  city: required('City is required'),
  state: required('State is required'),
  zip(value: string) {
    if (!value.trim()) return 'ZIP code is required'
    return /^\d{5}(-\d{4})?$/.test(value.trim()) ? null : 'Please enter a ZIP code like 02138 or 02138-1234'
  },
  sampleType: (value: string) => (chosenOption(sampleTypeOptions, value) ? null : 'Please choose what to send'),
}

/**
 * The request, trimmed. With the label of an event, optional members that are empty are left out; without one, all
 * twelve are sent.
 * @throws {Error} when the form was not checked by its rules: no sample type is chosen
 */
export function toSampleRequest(form: SampleForm, event: string | undefined): SampleRequestInput {
  const optional = (text: string) => (event === undefined ? text.trim() : optionalText(text))
  const sampleType = chosenOption(sampleTypeOptions, form.sampleType)
  if (!sampleType) throw new Error('no sample type is chosen')
  const template = templateOf(form.template)
  return {
    firstName: form.firstName.trim(),
    lastName: form.lastName.trim(),
    email: form.email.trim(),
    phone: optional(form.phone),
    company: optional(form.company),
    addressLine1: form.addressLine1.trim(),
    addressLine2: optional(form.addressLine2),
    city: form.city.trim(),
    state: form.state.trim(),
    zip: form.zip.trim(),
    sampleType,
    templateId: template?.id,
    templateName: template?.name,
    notes: optional(form.notes),
    website: optionalText(form.topic),
    source: event,
  } satisfies Complete<SampleRequestInput>
}

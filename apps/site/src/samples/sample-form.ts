import { type SampleRequestInput, zipPattern } from '@app/api-client'
import { optionsOf, sampleTypeLabels } from '@app/labels'
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
import { templateOf } from './chosen-template.ts'

export const sampleTypeOptions = optionsOf(sampleTypeLabels)

/** Every field of the request except the event's label. `topic` is the honeypot, sent as `website`. */
export type SampleField =
  | Exclude<keyof SampleRequestInput, 'source' | 'templateId' | 'templateName' | 'touches' | 'website'>
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
  phone: (value: string) =>
    !trimmed(value) || digitsOf(value) >= 10 ? optionalLine(value) : 'Please enter at least 10 digits',
  company: optionalLine,
  addressLine1: required('Address is required'),
  addressLine2: optionalLine,
  city: required('City is required'),
  state: required('State is required'),
  zip(value: string) {
    if (!trimmed(value)) return 'ZIP code is required'
    return zipPattern.test(trimmed(value)) ? null : 'Please enter a ZIP code like 02138 or 02138-1234'
  },
  sampleType: (value: string) => (chosenOption(sampleTypeOptions, value) ? null : 'Please choose what to send'),
  notes: optionalLines,
}

/**
 * The request, trimmed. With an event, empty optional fields are left out; without one, all twelve fields are sent.
 * @throws {Error} if no sample type is chosen, which the rules of the form prevent
 */
export function toSampleRequest(form: SampleForm, event: string | undefined): SampleRequestInput {
  const optional = (text: string) => (event === undefined ? trimmed(text) : optionalText(text))
  const sampleType = chosenOption(sampleTypeOptions, form.sampleType)
  if (!sampleType) throw new Error('no sample type is chosen')
  const template = templateOf(form.template)
  return {
    firstName: trimmed(form.firstName),
    lastName: trimmed(form.lastName),
    email: trimmed(form.email),
    phone: optional(form.phone),
    company: optional(form.company),
    addressLine1: trimmed(form.addressLine1),
    addressLine2: optional(form.addressLine2),
    city: trimmed(form.city),
    state: trimmed(form.state),
    zip: trimmed(form.zip),
    sampleType,
    templateId: template?.id,
    templateName: template?.name,
    notes: optional(form.notes),
    website: optionalText(form.topic),
    source: event,
  } satisfies Complete<Omit<SampleRequestInput, 'touches'>>
}

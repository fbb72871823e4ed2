import type { SampleRequestInput, SampleType } from '@app/api-client'
import { required, validEmail } from '../forms/form-values.ts'

/** What is in the fields, as text. */
export interface SampleForm {
  firstName: string
  lastName: string
  email: string
  phone: string
  company: string
  addressLine1: string
  addressLine2: string
  city: string
  state: string
  zip: string
  sampleType: string
  notes: string
  /** Not for people: hidden from them, and a machine that fills it is found out. */
  website: string
}

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
  notes: '',
  website: '',
}

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
  sampleType: required('Please choose what to send'),
}

const optional = ['phone', 'company', 'addressLine2', 'notes'] as const

/**
 * The request, trimmed. With the label of an event the optional members that are empty are left out and the label goes
 * along; without one all twelve are sent.
 */
export function toSampleRequest(form: SampleForm, event: string | undefined): SampleRequestInput {
  const text = Object.fromEntries(Object.entries(form).map(([name, value]) => [name, value.trim()]))
  const { website, sampleType, ...fields } = text
  const isLeftOut = (name: string) => event !== undefined && optional.some((one) => one === name) && !text[name]
  return {
    // The same names as the form's, all of them text.
    ...(Object.fromEntries(Object.entries(fields).filter(([name]) => !isLeftOut(name))) as unknown as Omit<
      SampleRequestInput,
      'sampleType'
    >),
    // The rules let nothing through that is not one of the options.
    sampleType: sampleType as SampleType,
    ...(website && { website }),
    ...(event !== undefined && { source: event }),
  }
}

import type { SampleRequestInput, SampleRequestMarks } from '@app/contract'
import type { Field } from './fields.ts'
import { sampleTypeLabels } from './labels.ts'

/** The members of the sample form, except the honeypot and the visit. */
export type SampleFormField = Exclude<keyof SampleRequestInput, 'website' | 'touches'>

/** Fields for staff only. */
const internal = { isSearched: false, crmNote: false, notified: false } as const
/** Fields that have their own fields in the CRM. */
const contact = { crmNote: false, notified: true } as const
const address = { isSearched: true, notified: false } as const

/** The delivery address of samples. Staff can correct it. */
export const sampleAddressFields = [
  'addressLine1',
  'addressLine2',
  'city',
  'state',
  'zip',
] as const satisfies SampleFormField[]

/** The fields that the sample form submits. Lists show them in this order. */
export const sampleFormFields = {
  firstName: { label: 'First name', csv: 'firstName', isSearched: true, ...contact },
  lastName: { label: 'Last name', csv: 'lastName', isSearched: true, ...contact },
  email: { label: 'Email', csv: 'email', isSearched: true, ...contact },
  phone: { label: 'Phone', csv: 'phone', isSearched: 'digits', ...contact },
  company: { label: 'Company', csv: 'company', isSearched: true, ...contact },
  addressLine1: { label: 'Address', csv: 'addressLine1', crmNote: true, ...address },
  addressLine2: { label: 'Address line 2', csv: 'addressLine2', crmNote: true, ...address },
  city: { label: 'City', csv: 'city', crmNote: true, ...address },
  state: { label: 'State', csv: 'state', crmNote: true, ...address },
  zip: { label: 'ZIP', csv: 'zip', crmNote: true, ...address },
  sampleType: {
    label: 'Samples',
    values: sampleTypeLabels,
    csv: 'sampleType',
    isSearched: false,
    crmNote: true,
    notified: false,
  },
  templateName: {
    label: 'Requested template',
    csv: 'templateName',
    isSearched: false,
    crmNote: true,
    notified: false,
  },
  notes: { label: 'Notes', csv: 'notes', isSearched: false, crmNote: true, notified: true },
  source: { label: 'Page', csv: false, isSearched: false, crmNote: true, notified: true },
} as const satisfies Record<SampleFormField, Field>

/** The fields that staff edit. */
const sampleMarkFields = {
  processed: { label: 'Processed', csv: 'processed', ...internal },
  printed: { label: 'Printed', csv: false, ...internal },
  trackingNumber: { label: 'Tracking number', csv: 'trackingNumber', ...internal },
  notifyRequester: { label: 'Email to the requester', csv: false, ...internal },
} as const satisfies Record<keyof SampleRequestMarks, Field>

export const sampleRequestFields = { ...sampleFormFields, ...sampleMarkFields }

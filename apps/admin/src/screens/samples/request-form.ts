import type { SampleRequest, SampleRequestPatch } from '@app/api-client'
import { sampleAddressFields, sampleFormFields } from '@app/labels'
import { absent } from '../../components/format.ts'
import { requiredLine, trimmed } from '../../components/text-rules.ts'

/** Controls the email to the requester. Empty until staff decide, in which case the setting applies. */
export type MailChoice = '' | 'yes' | 'no'

type Address = Record<(typeof sampleAddressFields)[number], string>

export type RequestForm = Address & { trackingNumber: string; processed: boolean; mails: MailChoice }

export const requestForm = (request: SampleRequest): RequestForm => ({
  addressLine1: request.addressLine1,
  addressLine2: request.addressLine2 ?? '',
  city: request.city,
  state: request.state,
  zip: request.zip,
  trackingNumber: request.trackingNumber ?? '',
  processed: request.processed,
  mails: '',
})

/** The number in the server's format, so that formatting differences don't count as changes. */
const plainNumber = (typed: string): string => typed.replaceAll(/[ -]/g, '').toUpperCase()

/** The request body for the values. */
export const requestInput = (form: RequestForm) => ({
  ...trimmed(form),
  trackingNumber: plainNumber(form.trackingNumber) || null,
})

/** The members of the input that differ. */
export function requestChange(before: RequestForm, after: RequestForm): SampleRequestPatch {
  const [was, now] = [requestInput(before), requestInput(after)]
  const address = sampleAddressFields.filter((field) => now[field] !== was[field]).map((field) => [field, now[field]])
  return {
    ...Object.fromEntries(address),
    ...(now.trackingNumber !== was.trackingNumber && { trackingNumber: now.trackingNumber }),
    ...(now.processed !== was.processed && { processed: now.processed }),
    // Only processed requests send an email.
    ...(now.processed && now.mails !== '' && { notifyRequester: now.mails === 'yes' }),
  }
}

export const requestRules = {
  addressLine1: requiredLine('Address is required'),
  city: requiredLine('City is required'),
  state: requiredLine('State is required'),
  zip: (typed: string) => (/^\d{5}(-\d{4})?$/.test(typed.trim()) ? null : 'Enter 5 or 9 digits, like 02138-1234'),
  trackingNumber: (typed: string) =>
    typed.trim() === '' || /^[0-9A-Z]{8,40}$/.test(plainNumber(typed))
      ? null
      : 'Enter 8 to 40 letters and digits, or leave it empty',
}

export const requestLabels = {
  ...Object.fromEntries(sampleAddressFields.map((field) => [field, sampleFormFields[field].label])),
  trackingNumber: 'Tracking number',
  processed: 'Status',
  printedAt: 'Label',
  mails: 'Email the requester',
}

/** A value as the dialog shows it, in the form and in the history. */
export function valueText(field: string, value: string | null): string {
  if (field === 'processed') return value === 'true' ? 'Processed' : 'Pending'
  if (field === 'printedAt') return value ? 'Printed' : 'Not printed'
  return value?.trim() || absent
}

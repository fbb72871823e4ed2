import type { SampleRequest, SampleRequestPatch } from '@app/api-client'
import { labelOf } from '@app/labels'
import { absent } from '../../components/date-text.ts'

/** Whether the requester gets an email. Empty until staff decide, in which case the setting applies. */
export type MailChoice = '' | 'yes' | 'no'

export type RequestForm = { trackingNumber: string; processed: boolean; mails: MailChoice }

export const requestForm = ({ trackingNumber = '', processed }: SampleRequest): RequestForm => ({
  trackingNumber,
  processed,
  mails: '',
})

/** As the server stores it, so that differences in spelling don't count. */
const plainNumber = (typed: string): string => typed.replaceAll(/[ -]/g, '').toUpperCase()

/** The request body for the values. */
export const requestInput = ({ trackingNumber, processed, mails }: RequestForm) => ({
  trackingNumber: plainNumber(trackingNumber) || null,
  processed,
  mails,
})

/** The members of the input that differ. */
export function requestChange(before: RequestForm, after: RequestForm): SampleRequestPatch {
  const [was, now] = [requestInput(before), requestInput(after)]
  return {
    ...(now.trackingNumber !== was.trackingNumber && { trackingNumber: now.trackingNumber }),
    ...(now.processed !== was.processed && { processed: now.processed }),
    // Only processed requests send an email.
    ...(now.processed && now.mails !== '' && { notifyRequester: now.mails === 'yes' }),
  }
}

export const requestRules = {
  trackingNumber: (typed: string) =>
    typed.trim() === '' || /^[0-9A-Z]{8,40}$/.test(plainNumber(typed))
      ? null
      : 'Enter 8 to 40 letters and digits, or leave it empty',
}

const fieldTexts = {
  trackingNumber: 'Tracking number',
  processed: 'State',
  printedAt: 'Label',
  mails: 'Email the requester',
}

export const fieldText = (field: string): string => labelOf(fieldTexts, field)

/** A value as the dialog shows it, in the form and in the history. */
export function valueText(field: string, value: string | null): string {
  if (field === 'processed') return value === 'true' ? 'Processed' : 'Pending'
  if (field === 'printedAt') return value ? 'Printed' : 'Not printed'
  return value?.trim() || absent
}

import type { SampleRequest, SampleRequestChange } from '@app/api-client'
import { labelOf } from '@app/labels'
import { absent } from '../../components/date-text.ts'

/** Whether the requester is told by mail. Empty as long as nobody has said so: then the setting decides. */
export type MailChoice = '' | 'yes' | 'no'

export type RequestForm = { trackingNumber: string; processed: boolean; mails: MailChoice }

export const requestForm = ({ trackingNumber = '', processed }: SampleRequest): RequestForm => ({
  trackingNumber,
  processed,
  mails: '',
})

/** As the server stores it, so that what is only spelled differently counts as the same. */
const plainNumber = (typed: string): string => typed.replaceAll(/[ -]/g, '').toUpperCase()

/** What is sent for the values. */
export const requestInput = ({ trackingNumber, processed, mails }: RequestForm) => ({
  trackingNumber: plainNumber(trackingNumber) || null,
  processed,
  mails,
})

/** The members of the input that differ. */
export function requestChange(before: RequestForm, after: RequestForm): SampleRequestChange {
  const [was, now] = [requestInput(before), requestInput(after)]
  return {
    ...(now.trackingNumber !== was.trackingNumber && { trackingNumber: now.trackingNumber }),
    ...(now.processed !== was.processed && { processed: now.processed }),
    // Only what is processed is told.
    ...(now.processed && now.mails !== '' && { mailRequester: now.mails === 'yes' }),
  }
}

export const requestRules = {
  trackingNumber: (typed: string) =>
    typed.trim() === '' || /^[0-9A-Z]{8,40}$/.test(plainNumber(typed))
      ? null
      : 'Enter 8 to 40 letters and digits, or leave this empty',
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

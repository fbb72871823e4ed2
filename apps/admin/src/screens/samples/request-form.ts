import type { SampleRequest, SampleRequestChange } from '@app/api-client'
import { labelOf } from '@app/ui/labels'
import { absent } from '../../list/date-text.ts'

export type RequestForm = { trackingNumber: string; processed: boolean }

export const requestForm = ({ trackingNumber = '', processed }: SampleRequest): RequestForm => ({
  trackingNumber,
  processed,
})

/** As the server stores it, so that what is only spelled differently counts as the same. */
const plainNumber = (typed: string): string => typed.replaceAll(/[ -]/g, '').toUpperCase()

/** What is sent for the values. */
export const requestInput = ({ trackingNumber, processed }: RequestForm): Required<SampleRequestChange> => ({
  trackingNumber: plainNumber(trackingNumber) || null,
  processed,
})

/** The members of the input that differ. */
export function requestChange(before: RequestForm, after: RequestForm): SampleRequestChange {
  const [was, now] = [requestInput(before), requestInput(after)]
  return {
    ...(now.trackingNumber !== was.trackingNumber && { trackingNumber: now.trackingNumber }),
    ...(now.processed !== was.processed && { processed: now.processed }),
  }
}

export const requestRules = {
  trackingNumber: (typed: string) =>
    typed.trim() === '' || /^[0-9A-Z]{8,40}$/.test(plainNumber(typed))
      ? null
      : 'Enter 8 to 40 letters and digits, or leave this empty',
}

const fieldTexts = { trackingNumber: 'Tracking number', processed: 'State', printedAt: 'Label' }

export const fieldText = (field: string): string => labelOf(fieldTexts, field)

/** A value as the dialog shows it, in the form and in the history. */
export function valueText(field: string, value: string | null): string {
  if (field === 'processed') return value === 'true' ? 'Processed' : 'Pending'
  if (field === 'printedAt') return value ? 'Printed' : 'Not printed'
  return value?.trim() || absent
}

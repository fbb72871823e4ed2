import type { PrintRunInput, WaitingPieces } from '@app/api-client'

/** The fields of a new run, as they are typed. */
export type RunForm = { cutoff: string; maxPieces: string }

const minuteMs = 60_000

/** A time in the reader's time zone, as a date field has it: 2026-11-20T15:04. */
function localTime(time: Date): string {
  const local = new Date(time.getTime() - time.getTimezoneOffset() * minuteMs)
  return local.toISOString().slice(0, 16)
}

/** The end of this minute, so that every piece that waits now is before it. */
export const newRun = (now: Date): RunForm => ({
  cutoff: localTime(new Date(now.getTime() + minuteMs)),
  maxPieces: '10000',
})

/** The instant, as ISO text. Undefined while the text is no time. */
export function cutoffOf({ cutoff }: RunForm): string | undefined {
  const time = new Date(cutoff)
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}

/** "5,000" is 5000. NaN for what is no whole number. */
export const countOf = (text: string): number => {
  const digits = text.replaceAll(/[\s,]/g, '')
  return /^\d{1,5}$/.test(digits) ? Number(digits) : Number.NaN
}

export const runRules = {
  cutoff: (value: string) => (Number.isNaN(new Date(value).getTime()) ? 'Enter a date and a time' : null),
  maxPieces: (value: string) => (countOf(value) >= 1 && countOf(value) <= 10_000 ? null : 'Enter 1 to 10,000'),
}

export const toRunInput = (form: RunForm, { size, postalClass }: WaitingPieces): PrintRunInput => ({
  size,
  postalClass,
  cutoffAt: cutoffOf(form) ?? '',
  maxPieces: countOf(form.maxPieces),
})

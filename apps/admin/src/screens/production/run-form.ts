import type { PrintRunDetail, PrintRunInput, SpoiledPieces, WaitingPieces } from '@app/api-client'
import { valuesFrom } from '../../edit/record-edit.ts'
import { optionalLine, requiredLine } from '../../components/text-rules.ts'

/** The fields of a new run, as typed. */
export type RunForm = { cutoff: string; maxPieces: string }

const minuteMs = 60_000

/** A time in the reader's time zone, in the format of a date field: 2026-11-20T15:04. */
function localTime(time: Date): string {
  const local = new Date(time.getTime() - time.getTimezoneOffset() * minuteMs)
  return local.toISOString().slice(0, 16)
}

/** The cutoff is the end of this minute, so that it includes every piece that is waiting now. */
export const newRun = (now: Date): RunForm => ({
  cutoff: localTime(new Date(now.getTime() + minuteMs)),
  maxPieces: '10000',
})

/** The cutoff as an ISO timestamp. Undefined if the text is not a valid time. */
export function cutoffOf({ cutoff }: RunForm): string | undefined {
  const time = new Date(cutoff)
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}

/** "5,000" is 5000. NaN if the text is not a whole number of up to five digits. */
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

export type MailForm = { mailedOn: string; postOffice: string; statementNumber: string }

export const mailForm = (today: string) =>
  valuesFrom<MailForm>({ mailedOn: today, postOffice: '', statementNumber: '' })

export const mailRules = (today: string) => ({
  mailedOn: (value: string) => {
    if (!/^\d{4}-\d\d-\d\d$/.test(value)) return 'Enter the day'
    return value > today ? 'The day is in the future' : null
  },
  postOffice: optionalLine,
  statementNumber: optionalLine,
})

export type SpoilForm = { places: string; outcome: SpoiledPieces['outcome']; reason: string }

const maxPlaces = 200

/** Parses positions from a text like "12, 14-20". Undefined if the text is invalid or names too many. */
function placesIn(text: string): number[] | undefined {
  const places = new Set<number>()
  for (const part of text.split(',')) {
    const [, first = '', last = first] = /^\s*(\d{1,5})(?:\s*[-–]\s*(\d{1,5}))?\s*$/.exec(part) ?? []
    if (first === '' || Number(first) < 1 || Number(last) < Number(first)) return undefined
    if (Number(last) - Number(first) >= maxPlaces) return undefined
    for (let place = Number(first); place <= Number(last); place += 1) places.add(place)
  }
  return places.size <= maxPlaces ? [...places].toSorted((one, other) => one - other) : undefined
}

export const spoilRules = ({ pieces, spoiled }: PrintRunDetail) => ({
  places: (value: string) => {
    const places = placesIn(value)
    if (!places) return `Enter positions like “12, 14–20”, up to ${maxPlaces}`
    return (places.at(-1) ?? 0) > pieces + spoiled ? `The run has positions 1 to ${pieces + spoiled}` : null
  },
  reason: requiredLine('Reason is required'),
})

export const toSpoilInput = ({ places, outcome, reason }: SpoilForm): SpoiledPieces => ({
  places: placesIn(places) ?? [],
  outcome,
  reason: reason.trim(),
})

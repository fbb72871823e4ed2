export const absent = '—'

const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** In the reader's time zone. */
export function dateText(instant: string): string {
  const date = new Date(instant)
  return Number.isNaN(date.getTime()) ? absent : dateFormat.format(date)
}

const exactFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'long' })

/** An instant to the second, with the reader's time zone. */
export function exactDateText(instant: string): string {
  const date = new Date(instant)
  return Number.isNaN(date.getTime()) ? absent : exactFormat.format(date)
}

const agoFormat = new Intl.RelativeTimeFormat('en-US')
const minuteMs = 60_000

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })

/** The age of an instant within the last day ("3 hours ago"), otherwise its date, in narrow places without the time. */
export function ageOrDateText(instant: string, now: number, isNarrow = false): string {
  const minutes = Math.floor((now - Date.parse(instant)) / minuteMs)
  // Clocks differ: a record that was just stored may appear to be in the future.
  if (!(minutes >= -1 && minutes < 24 * 60))
    return isNarrow && !Number.isNaN(minutes) ? dayFormat.format(new Date(instant)) : dateText(instant)
  if (minutes < 1) return 'just now'
  return minutes < 60 ? agoFormat.format(-minutes, 'minute') : agoFormat.format(-Math.floor(minutes / 60), 'hour')
}

const calendarFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** A calendar day, which has no time zone: "2026-11-20". */
export const dayText = (day: string): string => calendarFormat.format(Date.parse(`${day}T00:00:00Z`))

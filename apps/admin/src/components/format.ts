const format = new Intl.NumberFormat('en-US')

/** A number as people read it: "1,240". */
export const figure = (value: number): string => format.format(value)

const dollarFormat = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** An amount in US dollars: "$1,240.50". */
export const inDollars = (value: number): string => dollarFormat.format(value)

/** "1 lead", "1,240 leads". */
export const countText = (count: number, noun: string): string => `${figure(count)} ${noun}${count === 1 ? '' : 's'}`

export const absent = '—'

/** Formats instants in the reader's time zone. */
function formatted(options: Intl.DateTimeFormatOptions) {
  const format = new Intl.DateTimeFormat('en-US', options)
  return (instant: string): string => (Number.isNaN(Date.parse(instant)) ? absent : format.format(Date.parse(instant)))
}

export const dateText = formatted({ dateStyle: 'medium', timeStyle: 'short' })

/** To the second, with the time zone. */
export const exactDateText = formatted({ dateStyle: 'full', timeStyle: 'long' })

const agoFormat = new Intl.RelativeTimeFormat('en-US')
const shortAgoFormat = new Intl.RelativeTimeFormat('en-US', { style: 'short' })
const minuteMs = 60_000

const dateOnlyText = formatted({ dateStyle: 'medium' })

/**
 * The age of an instant within the last day ("3 hours ago"), otherwise its date. If narrow, "3 hr. ago", and a date
 * without a time.
 */
export function ageOrDateText(instant: string, now: number, isNarrow = false): string {
  const minutes = Math.floor((now - Date.parse(instant)) / minuteMs)
  // Clocks differ: a record that was just stored may appear to be in the future.
  if (!(minutes >= -1 && minutes < 24 * 60)) return isNarrow ? dateOnlyText(instant) : dateText(instant)
  if (minutes < 1) return 'just now'
  const format = isNarrow ? shortAgoFormat : agoFormat
  return minutes < 60 ? format.format(-minutes, 'minute') : format.format(-Math.floor(minutes / 60), 'hour')
}

const calendarFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** A calendar day, which has no time zone: "2026-11-20". */
export const dayText = (day: string): string => calendarFormat.format(Date.parse(`${day}T00:00:00Z`))

const units = [
  { name: 'day', seconds: 86_400 },
  { name: 'hour', seconds: 3_600 },
  { name: 'minute', seconds: 60 },
  { name: 'second', seconds: 1 },
] as const

/** An age in its largest whole unit: "3 hours". */
export function ageText(seconds: number): string {
  const { name, seconds: length } = units.find((unit) => seconds >= unit.seconds) ?? units[3]
  return countText(Math.floor(seconds / length), name)
}

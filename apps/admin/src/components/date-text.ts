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

/** The age of an instant within the last day ("3 hours ago"), otherwise its date; in narrow places "3 hr. ago", and no time. */
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

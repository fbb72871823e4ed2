export const absent = '—'

const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** In the reader's own time zone. */
export function dateText(instant: string): string {
  const date = new Date(instant)
  return Number.isNaN(date.getTime()) ? absent : dateFormat.format(date)
}

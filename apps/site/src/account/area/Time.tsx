import { formatTime } from '../../sandbox/format-time.ts'

const exact = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'long' })
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

interface TimeProps {
  at: string | null
  /** Instead of a time that is null. */
  or?: string
}

/** A moment in the time zone of the visitor, which the title names. */
export const Time = ({ at, or }: TimeProps) =>
  at === null ? (
    or
  ) : (
    <time dateTime={at} title={exact.format(new Date(at))}>
      {formatTime(at)}
    </time>
  )

/** "Nov 20, 2026" of 2026-11-20. */
export const formatDay = (date: string): string => day.format(new Date(`${date}T00:00:00Z`))

/** "November 2026" of 2026-11. */
export const formatMonth = (yearMonth: string): string => month.format(new Date(`${yearMonth}-01T00:00:00Z`))

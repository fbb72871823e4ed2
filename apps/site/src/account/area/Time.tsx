import { formatTime } from '../../sandbox/format-time.ts'

const exact = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'long' })
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

interface TimeProps {
  at: string | null
  /** Shown instead of a null time. */
  or?: string
}

/** A time in the visitor's time zone, which the tooltip names. */
export const Time = ({ at, or }: TimeProps) =>
  at === null ? (
    or
  ) : (
    <time dateTime={at} title={exact.format(new Date(at))}>
      {formatTime(at)}
    </time>
  )

/** Formats 2026-11-20 as "Nov 20, 2026". */
export const formatDay = (date: string): string => day.format(new Date(`${date}T00:00:00Z`))

/** Formats 2026-11 as "November 2026". */
export const formatMonth = (yearMonth: string): string => month.format(new Date(`${yearMonth}-01T00:00:00Z`))

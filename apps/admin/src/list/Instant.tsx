import { dateText } from './date-text.ts'

/** A moment in the reader's own time zone; the exact one is in its title. */
export function Instant({ at }: { at: string }) {
  return (
    <time dateTime={at} title={at}>
      {dateText(at)}
    </time>
  )
}

import { useSyncExternalStore } from 'react'
import { ageOrDateText, exactDateText } from './format.ts'

const tickMs = 15_000

/** Relative times update while they are on screen. One timer serves all of them, without any calls. */
const readers = new Set<() => void>()
let clock: ReturnType<typeof setInterval> | undefined

function subscribe(reader: () => void): () => void {
  readers.add(reader)
  clock ??= setInterval(() => readers.forEach((read) => read()), tickMs)
  return () => {
    readers.delete(reader)
    if (readers.size > 0) return
    clearInterval(clock)
    clock = undefined
  }
}

/** True if a time is in the future. False without a time. */
export const useIsAhead = (at: string | undefined): boolean =>
  useSyncExternalStore(subscribe, () => at !== undefined && Date.parse(at) > Date.now())

type StampProps = { text: string; at: string; by?: string | null | undefined }

/** When something happened, and who did it. */
export const Stamp = ({ text, at, by }: StampProps) => (
  <>
    {text} <Instant at={at} />
    {by && ' by '}
    {by && <bdi>{by}</bdi>}
  </>
)

type LastProps = { text: string; at: string | null | undefined; never: string }

/** The time something last happened, or the `never` text. */
export const LastTime = ({ text, at, never }: LastProps) => (at ? <Stamp text={text} at={at} /> : never)

/** A time, shown as an age or as a date in the reader's time zone. The title shows seconds and the time zone. */
export function Instant({ at, isNarrow = false }: { at: string; isNarrow?: boolean }) {
  // Rerenders only when the text changes.
  const text = useSyncExternalStore(subscribe, () => ageOrDateText(at, Date.now(), isNarrow))
  return (
    <time dateTime={at} title={exactDateText(at)}>
      {text}
    </time>
  )
}

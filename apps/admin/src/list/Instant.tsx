import { useSyncExternalStore } from 'react'
import { ageOrDateText } from './date-text.ts'

const tickMs = 15_000

/** Ages grow while somebody looks: one clock for all moments on the screen, and nothing is asked for. */
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

/** A moment, told by its age or in the reader's own time zone; the exact one is in its title. */
export function Instant({ at }: { at: string }) {
  // Drawn anew only when its words change.
  const text = useSyncExternalStore(subscribe, () => ageOrDateText(at, Date.now()))
  return (
    <time dateTime={at} title={at}>
      {text}
    </time>
  )
}

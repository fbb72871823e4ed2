import { useSyncExternalStore } from 'react'
import { ageOrDateText } from './date-text.ts'

const beatMs = 30_000

const onBeat = (show: () => void) => {
  const timer = setInterval(show, beatMs)
  return () => clearInterval(timer)
}
const lastBeat = () => Math.floor(Date.now() / beatMs) * beatMs

/** A moment of the last 24 hours as its age, which grows while it is shown; an older one as its date. */
export function RelativeTime({ at }: { at: string }) {
  const now = useSyncExternalStore(onBeat, lastBeat)
  return (
    <time dateTime={at} title={at}>
      {ageOrDateText(at, now)}
    </time>
  )
}

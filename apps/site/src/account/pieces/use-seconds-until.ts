import { useEffect, useState } from 'react'

const left = (time: string | undefined) =>
  time === undefined ? 0 : Math.max(0, Math.ceil((Date.parse(time) - Date.now()) / 1000))

/** Counts down to a time. 0 once it has passed, or without one. */
export function useSecondsUntil(time: string | undefined): number {
  const [seconds, setSeconds] = useState(() => left(time))
  useEffect(() => {
    const update = () => {
      const now = left(time)
      setSeconds(now)
      if (now === 0) clearInterval(timer)
    }
    const timer = setInterval(update, 1000)
    update()
    return () => clearInterval(timer)
  }, [time])
  return seconds
}

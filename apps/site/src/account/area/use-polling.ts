import { useState } from 'react'

const pauseMs = 2_000

/** A test piece takes ten seconds, and so does a delivery. Polling stops when nothing has changed for longer. */
const patienceMs = 15_000

/**
 * A `refetchInterval` that polls while `stateOf` returns a state and that state keeps changing. Undefined means that
 * nothing is in progress. The library pauses it while the tab is hidden.
 */
export function usePolling<Query>(stateOf: (query: Query) => string | undefined) {
  const [interval] = useState(() => {
    let last: string | undefined
    let since = 0
    return (query: Query): number | false => {
      const state = stateOf(query)
      if (state === undefined) return false
      if (state !== last) {
        last = state
        since = performance.now()
      }
      return performance.now() - since < patienceMs && pauseMs
    }
  })
  return interval
}

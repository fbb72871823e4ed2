import { useState } from 'react'

const pauseMs = 2_000

/** A test piece takes ten seconds, and so does a delivery. If nothing happened for longer, nothing will. */
const patienceMs = 15_000

/**
 * A `refetchInterval` that reloads while something is about to happen, and stops by itself. `stateOf` describes what is still
 * moving, or returns undefined if nothing is. The library pauses it while the tab is hidden.
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

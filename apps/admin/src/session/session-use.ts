import type { QueryClient } from '@tanstack/react-query'

// All tabs of this browser share one session: a call from one of them extends it for all.
const key = 'session-used-at'

/** The server answered a call, which extends the session from now. */
export const noteUse = (): void => localStorage.setItem(key, String(Date.now()))

/** When this browser last used the session. */
export const lastUse = (): number => Number(localStorage.getItem(key)) || Date.now()

/** Records each successful call. Returns a function that stops it. */
export function watchUse(queryClient: QueryClient): () => void {
  const stopQueries = queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') noteUse()
  })
  const stopWrites = queryClient.getMutationCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') noteUse()
  })
  return () => {
    stopQueries()
    stopWrites()
  }
}

import type { QueryClient } from '@tanstack/react-query'

// All tabs of this browser have one session: what one of them asks keeps it alive for all.
const key = 'session-used-at'

/** The server was asked and answered: the session goes on from here. */
export const noteUse = (): void => localStorage.setItem(key, String(Date.now()))

/** When the session was last used, as far as this browser knows. */
export const lastUse = (): number => Number(localStorage.getItem(key)) || Date.now()

/** Notes each answered call. Returns the function that stops it. */
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

import type { QueryClient } from '@tanstack/react-query'

/**
 * Calls `listener` for each query and mutation with this outcome, with the error if it failed. Returns a function that
 * stops it.
 */
export function watchCalls(
  queryClient: QueryClient,
  ending: 'success' | 'error',
  listener: (error: Error | null) => void,
): () => void {
  const stops = [
    queryClient.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === ending) listener(event.query.state.error)
    }),
    queryClient.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === ending) listener(event.mutation.state.error)
    }),
  ]
  return () => stops.forEach((stop) => stop())
}

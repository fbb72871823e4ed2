import { MutationCache, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query'

export type Request = <T>(url: string, init?: RequestInit) => Promise<T>

export type QueryClientOptions = {
  /** Loads every query that has no function of its own, with a GET of its key's parts joined by "/". */
  request?: Request
  /** Called for each 401, whichever query or mutation received it. */
  onUnauthorized?: (error: Error) => void
}

export const pathOf = (queryKey: QueryKey): string => queryKey.join('/')

const isUnauthorized = (error: Error): boolean => 'status' in error && error.status === 401

/** Data is loaded once and kept until something invalidates it. Nothing that has loaded is refetched by itself. */
export function createQueryClient({ request, onUnauthorized }: QueryClientOptions = {}): QueryClient {
  const onError = (error: Error) => {
    if (isUnauthorized(error)) onUnauthorized?.(error)
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        ...(request && { queryFn: ({ queryKey, signal }) => request(pathOf(queryKey), { signal }) }),
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: Number.POSITIVE_INFINITY,
        retry: false,
        refetchOnWindowFocus: false,
        // What has failed recovers by itself once the connection is back.
        refetchOnReconnect: ({ state }) => (state.status === 'error' ? 'always' : false),
        refetchInterval: false,
        // Offline, a request fails at once, so that the screen can say so. Otherwise it would wait without end.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

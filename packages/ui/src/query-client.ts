import { MutationCache, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query'

export type Request = <T>(url: string, init?: RequestInit) => Promise<T>

export type QueryClientOptions = {
  /** Default query function: a GET of the key's parts joined by "/". */
  request?: Request
  /** Called for each 401 of any query or mutation. */
  onUnauthorized?: (error: Error) => void
}

export const pathOf = (queryKey: QueryKey): string => queryKey.join('/')

const isUnauthorized = (error: Error): boolean => 'status' in error && error.status === 401

/** Data loads once and stays until it is invalidated. There is no automatic refetching. */
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
        // Failed queries recover once the connection is back.
        refetchOnReconnect: ({ state }) => (state.status === 'error' ? 'always' : false),
        // Offline, requests fail immediately so that the screen can show it. Otherwise, they would wait indefinitely.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}

import { getGetSampleRequestCountsQueryKey, getListSampleRequestsQueryKey } from '@app/api-client'
import { useQueryClient } from '@tanstack/react-query'

/** Reloads what the requests tab shows: the list, and the counts of its views. */
export function useRefetchRequests() {
  const queryClient = useQueryClient()
  const keys = [getListSampleRequestsQueryKey(), getGetSampleRequestCountsQueryKey()]
  return () => Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}

import { getGetSampleRequestCountsQueryKey, getListSampleRequestsQueryKey } from '@app/api-client'
import { useQueryClient } from '@tanstack/react-query'

/** Loads again what the requests tab shows: the list and the numbers of its views. */
export function useRequestsAgain() {
  const queryClient = useQueryClient()
  const keys = [getListSampleRequestsQueryKey(), getGetSampleRequestCountsQueryKey()]
  return () => Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}

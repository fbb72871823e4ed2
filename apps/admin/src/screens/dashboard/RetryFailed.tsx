import {
  getGetLeadStatusCountsQueryKey,
  getListLeadsQueryKey,
  useGetLeadStatusCounts,
  useRetryFailedLeadSyncs,
} from '@app/api-client'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { showFailure, showSaved } from '../../layout/toasts.tsx'

/** Retries all leads that failed to sync. Shown while there are any, or while their number is unknown. */
export function RetryFailed() {
  const queryClient = useQueryClient()
  const counts = useGetLeadStatusCounts()
  const retry = useRetryFailedLeadSyncs({
    mutation: {
      onSuccess({ data: { requeued } }) {
        showSaved(requeued === 1 ? '1 lead goes to the CRM again' : `${requeued} leads go to the CRM again`)
        // The button disappears, so the focus moves to the title of the list.
        document.querySelector<HTMLElement>('#recent-leads')?.focus()
        void queryClient.invalidateQueries({ queryKey: getGetLeadStatusCountsQueryKey() })
        return queryClient.invalidateQueries({ queryKey: getListLeadsQueryKey() })
      },
      onError: (error) => showFailure(error, 'Failed to retry the CRM sync'),
    },
  })
  const hasFailed = counts.isError || counts.data?.data.some(({ status }) => status === 'sync_failed')
  if (!hasFailed) return null
  return (
    <Button variant="default" loading={retry.isPending} onClick={() => retry.mutate()}>
      Sync failed leads again
    </Button>
  )
}

import { retryFailedLeadSyncs, useGetLeadStatusCounts } from '@app/api-client'
import { reloadLeads } from '../cache/lead-cache.ts'
import { RetryFailed } from '../list/RetryFailed.tsx'

/** Shown if any lead failed to sync, or if their number is unknown. */
export function RetryFailedLeads() {
  const counts = useGetLeadStatusCounts()
  const hasFailed = counts.isError || counts.data?.data.some(({ status }) => status === 'sync_failed')
  if (!hasFailed) return null
  return (
    <RetryFailed
      noun="lead"
      retryBatch={() => retryFailedLeadSyncs()}
      onDone={() => document.querySelector<HTMLElement>('#recent-leads')?.focus()}
      refetch={reloadLeads}
    />
  )
}

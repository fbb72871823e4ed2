import { retryFailedSampleRequestSyncs, useGetSampleRequestCounts } from '@app/api-client'
import { RetryFailed } from '../../list/RetryFailed.tsx'
import { rereadRequests } from '../../cache/request-cache.ts'

/**
 * Shown if any request failed to sync, or if their number is unknown. `onDone` moves the focus, because the button
 * disappears.
 */
export function RetryFailedRequests({ onDone }: { onDone: () => void }) {
  const counts = useGetSampleRequestCounts()
  if (!counts.isError && !counts.data?.data.syncFailed) return null
  return (
    <RetryFailed
      noun="request"
      retryBatch={() => retryFailedSampleRequestSyncs()}
      onDone={onDone}
      refetch={rereadRequests}
    />
  )
}

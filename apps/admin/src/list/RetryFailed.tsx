import type { RetryBatchResult } from '@app/api-client'
import { Button } from '@mantine/core'
import { type QueryClient, useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { reasonOf } from '../components/Notices.tsx'
import { countText, figure } from '../components/format.ts'
import { isFocusFree } from '../components/keyboard.ts'
import { showFailure, showSaved } from '../components/toasts.tsx'

interface RetryFailedProps {
  /** The noun of a record. */
  noun: string
  /** Queues the next batch. */
  retryBatch: () => Promise<{ data: RetryBatchResult }>
  /** Takes the focus, because the button disappears. */
  onDone: () => void
  /** Refetches the affected data, whether the retry succeeded or not. */
  refetch: (queryClient: QueryClient) => Promise<unknown>
}

interface Progress {
  done: number
  total: number
}

/** Retries all failed syncs, batch by batch, and shows its progress. */
export function RetryFailed({ noun, retryBatch, onDone, refetch }: RetryFailedProps) {
  const [progress, setProgress] = useState<Progress>()
  const block = useRef<HTMLDivElement>(null)
  const retry = useMutation({
    async mutationFn() {
      setProgress(undefined)
      for (let done = 0, total = 1; ;) {
        const { requeued, remaining } = (await retryBatch()).data
        // Records that fail again in the meantime wait for the next press. Otherwise, the loop might never end.
        if (done === 0) total = requeued + remaining
        done += requeued
        if (requeued === 0 || remaining === 0 || done >= total) return done
        setProgress({ done, total })
      }
    },
    onSuccess(done) {
      showSaved(`${countText(done, noun)} queued again`)
      if (isFocusFree(block.current)) onDone()
    },
    onError: (error) =>
      showFailure(error, 'Failed to retry the CRM sync', `${reasonOf(error)} Click again to retry the rest.`),
    onSettled: (_done, _error, _variables, _result, { client }) => refetch(client),
  })
  return (
    // A block element, so that the empty status takes no space.
    <div ref={block}>
      <span role="status">
        {retry.isPending && progress && `${figure(progress.done)} of ${countText(progress.total, noun)} queued again`}
      </span>{' '}
      <Button variant="default" loading={retry.isPending} onClick={() => retry.mutate()}>
        Retry failed {noun}s
      </Button>
    </div>
  )
}

import { type SampleRequest, type SampleRequestMarks, updateSampleRequests } from '@app/api-client'
import type { QueryClient } from '@tanstack/react-query'
import { unchangedText } from '../../edit/undo-change.ts'
import { goneText, useWrite } from '../../edit/use-write.ts'
import { countText } from '../../components/format.ts'
import { showFailure } from '../../components/toasts.tsx'
import { putRequests, reloadRequests, rereadRequests } from '../../cache/request-cache.ts'
import { changesText, versionOf } from './request-display.ts'

type Requests = readonly SampleRequest[]

export const failed = 'Failed to update sample request'

/** Reports a colleague's change, and reloads the requests. */
export async function reportConflict(
  queryClient: QueryClient,
  error: Error,
  shown: Requests,
  nothing = '',
): Promise<void> {
  const now = await rereadRequests(
    queryClient,
    shown.map(({ id }) => id),
  ).catch(() => [])
  showFailure(error, failed, `${nothing}${changesText(shown, now) ?? 'Someone has changed it since then.'}`)
}

interface Order {
  requests: Requests
  change: SampleRequestMarks
  /** The new state, as the toast names it: "processed". */
  as: string
  /** A second sentence: that requesters get an email. */
  note?: string | undefined
  /** The consequence of a failure: "Nothing was printed. " */
  nothing?: string
  /** Called with the updated requests before the toast. */
  before?: (marked: SampleRequest[]) => Promise<void>
}

const none = 'Nothing was changed. '

/** Marks several requests in one call, which is all or nothing. Reports a conflict if a colleague changed one first. */
export function useRequestMarks() {
  const mark = useWrite({
    kind: 'sample_requests',
    async send({ requests, change, before }: Order) {
      // The versions on the screen. The server changes no other version.
      const records = requests.map((request) => ({ id: request.id, version: versionOf(request) }))
      const answer = await updateSampleRequests({ records, patch: change })
      await before?.(answer.data)
      return answer
    },
    saved: ({ length }, { as }) => `${countText(length, 'request')} marked as ${as}`,
    undone: ({ length }) => `${countText(length, 'request')} restored`,
    note: ({ length }, { requests, note }) =>
      [goneText(requests.length - length), note].filter(Boolean).join(' ') || undefined,
    failed,
    refusal: (error, { nothing = none }) => unchangedText(error, nothing),
    onStale: (queryClient, error, { requests, nothing = none }, marked) =>
      marked ? reportConflict(queryClient, error, marked) : reportConflict(queryClient, error, requests, nothing),
    show: (queryClient, marked, { requests }) =>
      marked.length === requests.length ? putRequests(queryClient, marked) : reloadRequests(queryClient),
  })
  return {
    /** The input of the write in flight. */
    pending: mark.pending?.change,
    start: (order: Order) => mark.start(order),
    /** Resolves with the updated requests. Rejects after the failure was shown. */
    mark: mark.send,
  }
}

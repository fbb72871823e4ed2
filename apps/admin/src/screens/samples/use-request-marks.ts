import { type SampleRequest, type SampleRequestChange, updateSampleRequests } from '@app/api-client'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { noneChanged } from '../../edit/undo-change.ts'
import { goneText, useWrite } from '../../edit/use-write.ts'
import { showFailure } from '../../components/toasts.tsx'
import { putRequests, reloadRequests, rereadRequests } from '../../cache/request-cache.ts'
import { changesText, versionOf } from './request-display.ts'

type Requests = readonly SampleRequest[]

export const failed = 'Failed to update sample request'

export const requestsText = (count: number): string => `${count} ${count === 1 ? 'request' : 'requests'}`

/** Says who was faster, and brings what they did onto the screen. */
export async function tellClash(queryClient: QueryClient, error: Error, shown: Requests, nothing = ''): Promise<void> {
  const now = await rereadRequests(
    queryClient,
    shown.map(({ id }) => id),
  ).catch(() => [])
  showFailure(error, failed, `${nothing}${changesText(shown, now) ?? 'Somebody has changed it in the meantime.'}`)
}

interface Order {
  requests: Requests
  change: SampleRequestChange
  /** Says what was done: "40 requests marked as processed". */
  saved: (count: number) => string
  /** Says what else happens: that the requesters are told. */
  note?: string | undefined
  /** Says what a failure means: "Nothing was printed. " */
  nothing?: string
}

const none = 'None of them was changed. '

/** Marks several requests in one call, which is whole or not at all. Whoever was slower than a colleague is told. */
export function useRequestMarks() {
  const queryClient = useQueryClient()
  const mark = useWrite({
    kind: 'sample_requests',
    send: ({ requests, change }: Order) =>
      // As they are on the screen: the server changes no other version of them.
      updateSampleRequests({
        records: requests.map((request) => ({ id: request.id, version: versionOf(request) })),
        patch: change,
      }),
    saved: ({ length }, { saved }) => saved(length),
    undone: ({ length }) => `${requestsText(length)} changed back`,
    note: ({ length }, { requests, note }) =>
      [goneText(requests.length - length), note].filter(Boolean).join(' ') || undefined,
    failed,
    refusal: (error, { nothing = none }) => noneChanged(error, nothing),
    onStale: (error, { requests, nothing = none }, marked) =>
      marked ? tellClash(queryClient, error, marked) : tellClash(queryClient, error, requests, nothing),
    show: (marked, { requests }) =>
      marked.length === requests.length ? putRequests(queryClient, marked) : reloadRequests(queryClient),
  })
  return {
    /** The order that is being written. */
    pending: mark.pending?.change,
    start: (order: Order) => mark.start(order),
    /** Resolves with the requests as they are now. Rejects after it has said why. */
    mark: mark.send,
  }
}

import {
  type SampleRequest,
  setSampleRequestsPrinted,
  setSampleRequestsProcessed,
  undoSampleRequestChanges,
} from '@app/api-client'
import { MutationObserver, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { reasonOf, statusOf } from '../../layout/ErrorNotice.tsx'
import { showFailure, showSaved } from '../../layout/toasts.tsx'
import { useOneAtATime } from '../../layout/use-one-at-a-time.ts'
import { putRequests, reloadRequests, rereadRequests } from './request-cache.ts'
import { changesText, versionOf } from './request-display.ts'

type Requests = readonly SampleRequest[]

export const failed = 'Failed to update sample request'

export const requestsText = (count: number): string => `${count} ${count === 1 ? 'request' : 'requests'}`

/** The requests as they are on the screen: the server changes no other version of them. */
const seen = (requests: Requests) => ({ ids: requests.map(({ id }) => id), versions: requests.map(versionOf) })

/** Says who was faster, and brings what they did onto the screen. */
export async function tellClash(queryClient: QueryClient, error: Error, shown: Requests, nothing = ''): Promise<void> {
  const now = await rereadRequests(
    queryClient,
    shown.map(({ id }) => id),
  ).catch(() => [])
  showFailure(error, failed, `${nothing}${changesText(shown, now) ?? 'Somebody has changed it in the meantime.'}`)
}

/**
 * Takes back what has just been done to these requests, unless somebody has changed one since. That can be undone too.
 * Nothing of the place where it was done is needed, which may be gone by then.
 */
export const undoOf = (queryClient: QueryClient, requests: Requests, saved: string) => () =>
  void new MutationObserver(queryClient, {
    mutationFn: () => undoSampleRequestChanges(seen(requests)),
    onSuccess({ data }) {
      showSaved(saved, undoOf(queryClient, data, saved))
      // Not waited for: Undo works at once, however long the counts take.
      void putRequests(queryClient, data)
    },
    onError: (error: Error) =>
      statusOf(error) === 412 ? tellClash(queryClient, error, requests) : showFailure(error, failed),
  })
    .mutate()
    // The toast has told it.
    .catch(() => {})

type Change = { mailRequester?: boolean } & ({ processed: boolean } | { printed: boolean; processed?: true })

interface Order {
  requests: Requests
  change: Change
  /** Says what was done: "40 requests marked as processed". */
  saved: (count: number) => string
  /** Says what else happens: that the requesters are told. */
  note?: string | undefined
  /** Says what a failure means: "Nothing was printed. " */
  nothing?: string
}

const goneText = (gone: number): string | undefined => {
  if (gone === 0) return undefined
  return gone === 1 ? 'One of them no longer exists.' : `${gone} of them no longer exist.`
}

/** Marks several requests in one call, which is whole or not at all. Whoever was slower than a colleague is told. */
export function useRequestMarks() {
  const queryClient = useQueryClient()
  const oneAtATime = useOneAtATime()
  const mark = useMutation({
    mutationFn: ({ requests, change }: Order) =>
      'printed' in change
        ? setSampleRequestsPrinted({ ...seen(requests), ...change })
        : setSampleRequestsProcessed({ ...seen(requests), ...change }),
    onSuccess({ data }, { requests, saved, note }) {
      const gone = requests.length - data.length
      const undo = undoOf(queryClient, data, `${requestsText(data.length)} changed back`)
      showSaved(
        saved(data.length),
        data.length > 0 ? undo : undefined,
        [goneText(gone), note].filter(Boolean).join(' '),
      )
      // Not waited for: Undo works at once, however long a list takes to load.
      void (gone === 0 ? putRequests(queryClient, data) : reloadRequests(queryClient))
    },
    onError(error, { requests, nothing = 'None of them was changed. ' }) {
      const status = statusOf(error)
      if (status === 412) return tellClash(queryClient, error, requests, nothing)
      // Without an answer nobody knows.
      return showFailure(error, failed, `${status === undefined ? '' : nothing}${reasonOf(error)}`)
    },
  })
  return {
    /** What is being written. */
    pending: mark.isPending ? mark.variables.change : undefined,
    start: (order: Order) => oneAtATime(() => mark.mutateAsync(order)),
    /** Resolves with the requests as they are now. Rejects after it has said why. */
    mark: (order: Order) => mark.mutateAsync(order).then(({ data }) => data),
  }
}

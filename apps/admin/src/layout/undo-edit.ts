import { MutationObserver, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { statusOf } from './ErrorNotice.tsx'
import { showFailure, showSaved } from './toasts.tsx'

interface Undo {
  /** Writes the earlier values over the version that was saved, and over no later one. */
  write: () => Promise<unknown>
  /** Queries that it changes. */
  keys: readonly QueryKey[]
  saved: string
  failed: string
}

/** What Undo does after an edit. Nothing of the dialog is needed, which has closed by then. */
export const undoEdit =
  (queryClient: QueryClient, { write, keys, saved, failed }: Undo) =>
  () =>
    void new MutationObserver(queryClient, {
      mutationFn: write,
      onSuccess: () => showSaved(saved),
      onError: (error: Error) =>
        showFailure(error, failed, statusOf(error) === 412 ? 'Somebody has changed it since.' : undefined),
      onSettled: () => Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
    })
      .mutate()
      // The toast has told it.
      .catch(() => {})

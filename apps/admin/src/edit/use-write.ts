import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { statusOf } from '../components/Notices.tsx'
import { showFailure, showGone, showRefusal, showSaved } from '../components/toasts.tsx'
import { useIsMounted } from '../components/use-is-mounted.ts'
import { useOneAtATime } from '../components/use-one-at-a-time.ts'
import { type Kind, reloadAfterOwn } from '../cache/reload-records.ts'
import { type Answer, hasChanged, staleText, unchangedText, undoOf } from './undo-change.ts'

/** A text, or a function that builds it from the response. */
type Text<Input, Data> = string | ((data: Data, mutation: Input) => string)

export interface Write<Input, Data> {
  /** One call, which is all or nothing. */
  send: (mutation: Input) => Promise<Answer<Data>>
  kind: Kind
  /** "40 requests marked as processed". Omit it if the outcome is obvious. */
  saved?: Text<Input, Data>
  /** The toast after Undo. Without it, the toast offers no Undo. */
  undone?: Text<Input, Data>
  /** A second sentence for the toast. */
  note?: (data: Data, mutation: Input) => string | undefined
  failed: string
  /** A noun such as "template" for a write that changes one record. Omit it for bulk writes. */
  what?: string
  /** Explains a 404 other than a deletion. */
  goneText?: string
  /** Replaces the server's reason for a refusal. */
  refusal?: (error: Error, mutation: Input) => string | undefined
  /** Handles a 412 instead of the default text. Receives the response if Undo came too late. */
  onStale?: (queryClient: QueryClient, error: Error, mutation: Input, data?: Data) => unknown
  /** Called with true after Undo, and with false after the undo was undone. */
  onUndo?: (isUndone: boolean, mutation: Input) => void
  /** Puts the response where the record is shown. By default, the record is reloaded. */
  show?: (queryClient: QueryClient, data: Data, mutation: Input) => unknown
  /** Called after a deletion, including one by someone else. */
  onGone?: () => void
  /** Closes the confirmation dialog. */
  close?: () => void
}

/** Changes records without a form: one call at a time, with a toast that says what changed and offers Undo. */
export function useWrite<Input = void, Data = unknown>(write: Write<Input, Data>) {
  const { kind, failed, what, onStale, onUndo, close } = write
  const queryClient = useQueryClient()
  const guard = useOneAtATime(close !== undefined)
  const isMounted = useIsMounted()
  const mutation = useMutation({
    mutationFn: write.send,
    onSuccess(answer, sent) {
      const { data } = answer
      const text = (from: Text<Input, Data>) => (typeof from === 'string' ? from : from(data, sent))
      const stale = onStale && ((error: Error) => onStale(queryClient, error, sent, data))
      const done = write.saved && text(write.saved)
      const undo = done &&
        write.undone !== undefined && {
          kind,
          done,
          undone: text(write.undone),
          failed,
          onStale: stale,
          onUndo: onUndo && ((isUndone: boolean) => onUndo(isUndone, sent)),
        }
      if (done) showSaved(done, undo ? undoOf(queryClient, answer, undo) : undefined, write.note?.(data, sent))
      write.onGone?.()
      // Not awaited, so that Undo works immediately, however long the records take to load.
      if (write.show) void write.show(queryClient, data, sent)
      else reloadAfterOwn(queryClient, kind, undefined)
    },
    onError(error, sent) {
      const status = statusOf(error)
      if (status === 412 && onStale) {
        void onStale(queryClient, error, sent)
        return
      }
      const detail = write.refusal?.(error, sent) ?? (what === undefined ? unchangedText(error) : undefined)
      if (detail) showFailure(error, failed, detail)
      else if (status === 412) showFailure(error, failed, staleText(error))
      else if (status === 404 && what !== undefined) {
        showGone(what, write.goneText)
        write.onGone?.()
      } else showRefusal(error, failed)
      // Other refusals changed nothing. Without a response, the outcome is unknown.
      if (status === undefined || status >= 500 || hasChanged(error)) reloadAfterOwn(queryClient, kind, undefined)
    },
    onSettled() {
      if (isMounted()) close?.()
    },
  })
  return {
    isPending: mutation.isPending,
    /** The input of the write in flight. */
    pending: mutation.isPending ? mutation.variables : undefined,
    /** `onDone` is called on success. */
    start: (sent: Input, onDone?: (data: Data) => void) =>
      guard(() => mutation.mutateAsync(sent).then(({ data }) => onDone?.(data))),
    /** Resolves with the response. Rejects after the failure was shown. */
    send: (sent: Input) => mutation.mutateAsync(sent).then(({ data }) => data),
  }
}

/** The note for a bulk write when some of the records no longer exist. */
export function goneText(gone: number): string | undefined {
  if (gone === 0) return undefined
  return gone === 1 ? 'One of them no longer exists.' : `${gone} of them no longer exist.`
}

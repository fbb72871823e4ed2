import { useMutation, useQueryClient } from '@tanstack/react-query'
import { statusOf } from '../components/ErrorNotice.tsx'
import { showRefusal } from '../components/show-refusal.ts'
import { showFailure, showGone, showSaved } from '../components/toasts.tsx'
import { useOneWrite } from '../components/use-one-at-a-time.ts'
import { type Kind, reloadAfterOwn } from '../cache/reload-records.ts'
import { type Answer, noneChanged, staleText, undoOf } from './undo-change.ts'

/** A text, or what makes it from the response. */
type Text<Order, Data> = string | ((data: Data, order: Order) => string)

export interface Write<Order, Data> {
  /** One call, which is whole or not at all. */
  send: (order: Order) => Promise<Answer<Data>>
  kind: Kind
  /** "40 requests marked as processed" */
  saved: Text<Order, Data>
  /** The toast after Undo. Without it, the toast offers no Undo. */
  undone?: Text<Order, Data>
  /** A second sentence for the toast. */
  note?: (data: Data, order: Order) => string | undefined
  failed: string
  /** "template": of the one record that is changed. Without it, several are. */
  what?: string
  /** Explains a 404 other than a deletion. */
  goneText?: string
  /** Why it was refused, if the server's own words do not do. */
  refusal?: (error: Error, order: Order) => string | undefined
  /** Reports a 412 in its own words. Gets the response if Undo came too late. */
  onStale?: (error: Error, order: Order, data?: Data) => unknown
  /** Called after Undo, and with false after the undo of an undo. */
  onUndo?: (isUndone: boolean, order: Order) => void
  /** Puts the response where the record is shown. Without it, what is shown is loaded again. */
  show?: (data: Data, order: Order) => unknown
  /** Called after a deletion, also when somebody else was first. */
  onGone?: () => void
  /** Closes the question that it follows. */
  close?: () => void
}

/** Changes records at the press of a button: one call at a time, with a toast that says what it did, and Undo. */
export function useWrite<Order = void, Data = unknown>(write: Write<Order, Data>) {
  const { kind, failed, what, onStale, onUndo, close } = write
  const queryClient = useQueryClient()
  const guard = useOneWrite(close !== undefined)
  const order = useMutation({
    mutationFn: write.send,
    onSuccess(answer, sent) {
      const { data } = answer
      const text = (from: Text<Order, Data>) => (typeof from === 'string' ? from : from(data, sent))
      const stale = onStale && ((error: Error) => onStale(error, sent, data))
      const done = text(write.saved)
      const undo = write.undone !== undefined && {
        kind,
        done,
        undone: text(write.undone),
        failed,
        onStale: stale,
        onUndo: onUndo && ((isUndone: boolean) => onUndo(isUndone, sent)),
      }
      showSaved(done, undo ? undoOf(queryClient, answer, undo) : undefined, write.note?.(data, sent))
      write.onGone?.()
      // Not waited for: Undo works at once, however long the records take to load.
      if (write.show) void write.show(data, sent)
      else reloadAfterOwn(queryClient, kind, undefined)
    },
    onError(error, sent) {
      const status = statusOf(error)
      if (status === 412 && onStale) {
        void onStale(error, sent)
        return
      }
      const detail = write.refusal?.(error, sent) ?? (what === undefined ? noneChanged(error) : undefined)
      if (detail) showFailure(error, failed, detail)
      else if (status === 412) showFailure(error, failed, staleText(error))
      else if (status === 404 && what !== undefined) {
        showGone(what, write.goneText)
        write.onGone?.()
      } else showRefusal(error, failed)
      if (status !== 401) reloadAfterOwn(queryClient, kind, undefined)
    },
    onSettled: () => close?.(),
  })
  return {
    isPending: order.isPending,
    /** The order that is being written. */
    pending: order.isPending ? order.variables : undefined,
    /** `onDone` is called when it has succeeded. */
    start: (sent: Order, onDone?: (data: Data) => void) =>
      guard(() => order.mutateAsync(sent).then(({ data }) => onDone?.(data))),
    /** Resolves with the response. Rejects after it has said why. */
    send: (sent: Order) => order.mutateAsync(sent).then(({ data }) => data),
  }
}

/** Says of a bulk write that some of the records no longer exist. */
export function goneText(gone: number): string | undefined {
  if (gone === 0) return undefined
  return gone === 1 ? 'One of them no longer exists.' : `${gone} of them no longer exist.`
}

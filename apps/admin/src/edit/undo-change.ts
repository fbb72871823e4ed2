import { problemOf, revertChange } from '@app/api-client'
import { MutationObserver, type QueryClient } from '@tanstack/react-query'
import { reasonOf, statusOf } from '../components/Notices.tsx'
import { showFailure, showRefusal, showSaved } from '../components/toasts.tsx'
import { type Kind, reloadAfterOwn } from '../cache/reload-records.ts'

/** The response to a write. Its header lists the changes, for Undo. */
export interface Answer<Data = unknown> {
  data: Data
  headers: Headers
}

export interface Undo {
  kind: Kind
  /** "Template deleted successfully" */
  done: string
  /** The toast after Undo. */
  undone: string
  failed: string
  /** Handles a 412 instead of the default text. Not used when an undo is undone. */
  onStale?: ((error: Error) => unknown) | undefined
  /** Called with true after Undo, and with false after the undo was undone. */
  onUndo?: ((isUndone: boolean) => void) | undefined
}

/** True if the record on the screen is out of date: it was changed, merged, or deleted. */
export const hasChanged = (error: Error): boolean => [404, 409, 412].includes(statusOf(error) ?? 0)

/** Names the person who made the other change, if the server returns it. */
export function staleText(error: Error): string {
  const records = problemOf(error)?.records ?? []
  const name = records.find(({ changedBy }) => changedBy)?.changedBy
  return `${name ?? 'Someone'} has changed ${records.length > 1 ? `${records.length} of them` : 'it'} since then.`
}

/** Why a bulk write, which is all or nothing, changed no record. */
export function unchangedText(error: Error, none = 'Nothing was changed. '): string {
  const status = statusOf(error)
  // Without a response, the outcome is unknown.
  return (status === undefined ? '' : none) + (status === 412 ? staleText(error) : reasonOf(error))
}

/**
 * Returns the action of an Undo button, or undefined if nothing changed. It reverts everything that the request
 * changed, unless any of it has changed since. The undo can be undone too. It doesn't depend on the form or list where
 * the change was made.
 */
export function undoOf(queryClient: QueryClient, { headers }: Answer, undo: Undo): (() => void) | undefined {
  const group = headers.get('Change-Group')
  if (group === null) return undefined
  const { kind, done, undone, failed, onStale, onUndo } = undo
  const revert = () =>
    new MutationObserver(queryClient, {
      mutationFn: () => revertChange(group),
      onSuccess(answer) {
        const isUndone = onUndo && ((isAgain: boolean) => onUndo(!isAgain))
        showSaved(undone, undoOf(queryClient, answer, { kind, done: undone, undone: done, failed, onUndo: isUndone }))
        onUndo?.(true)
        // Not awaited, so that Undo works immediately, however long the records take to load.
        const ids = answer.data.records.map(({ id }) => id)
        reloadAfterOwn(queryClient, kind, ids)
      },
      onError(error: Error) {
        const isStale = statusOf(error) === 412
        if (isStale && onStale) void onStale(error)
        else if (isStale) showFailure(error, failed, staleText(error))
        else showRefusal(error, failed)
        if (hasChanged(error) && !(isStale && onStale)) reloadAfterOwn(queryClient, kind, undefined)
      },
    }).mutate()
  // The toast already showed the failure.
  return () => void revert().catch(() => {})
}

import type { UseFormReturnType } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { statusOf } from '../components/Notices.tsx'
import { showRefusal, showSaved } from '../components/toasts.tsx'
import { useIsMounted } from '../components/use-is-mounted.ts'
import { reloadAfterOwn } from '../cache/reload-records.ts'
import type { Basis } from '../session/use-draft.tsx'
import type { FormValues } from './merge-edits.ts'
import { type EditedRecord, type RecordEdit, storedState } from './record-edit.ts'
import { type Answer, hasChanged, undoOf } from './undo-change.ts'
import type { Conflict } from './use-conflict.ts'

/** Thrown when the user has to decide before the form can be saved. */
class Undecided extends Error {}

/** Saves the form. Merges a colleague's changes if there is no conflict. */
export function useSave<Values extends FormValues, Item extends EditedRecord, Data>(
  edit: RecordEdit<Values, Item, Data>,
  form: UseFormReturnType<Values>,
  conflict: Conflict<Values>,
  { basis, close }: { basis: Basis<Values> | undefined; close: () => void },
) {
  const isNew = !edit.record || (conflict.isGone && edit.create !== undefined)
  const queryClient = useQueryClient()
  const isMounted = useIsMounted()
  const texts = (isNew ? edit.create : edit.update) ?? edit.create ?? edit.update ?? { failed: '' }
  const { failed } = texts

  const { id } = edit.record ?? { id: '' }
  const write = async (): Promise<{ answer: Answer<Data> | undefined; sent: Values; note?: string | undefined }> => {
    const over = isNew || !basis ? undefined : { ...basis, id }
    const sent = form.getValues()
    try {
      return { answer: await edit.send(sent, over), sent }
    } catch (error) {
      if (!over || !isTheirs(error)) throw error
      // One merge per press, so that two people who keep saving don't cause endless writes.
      const { values, stored, note } = await merge(edit, conflict)
      return { answer: await edit.send(values, { ...stored, id }), sent: values, note }
    }
  }
  const announce = (answer: Answer<Data>, sent: Values, note: string | undefined) => {
    const { data } = answer
    const saved = typeof texts.saved === 'function' ? texts.saved(data, sent) : texts.saved
    if (saved !== undefined) {
      const undo = { kind: edit.kind, done: saved, undone: texts.undone?.(data) ?? saved, failed }
      showSaved(saved, isNew ? undefined : undoOf(queryClient, answer, undo), note)
    }
    // Not awaited, so that Undo and the next edit work immediately.
    if (edit.show) void edit.show(queryClient, data)
    else reloadAfterOwn(queryClient, edit.kind, undefined)
  }
  return useMutation({
    mutationFn: write,
    onSuccess({ answer, sent, note }) {
      if (answer) announce(answer, sent, note)
      const stored = answer && edit.storedOf && storedState(edit.storedOf(answer.data), edit.valuesOf)
      if (stored) conflict.adopt(stored, sent)
      else conflict.end()
      if (edit.onClose) close()
      if (answer) edit.onSaved?.(answer.data, sent)
    },
    onError(error) {
      if (error instanceof Undecided && isMounted()) return conflict.ask()
      if (hasChanged(error)) reloadAfterOwn(queryClient, edit.kind, undefined)
      showRefusal(error, failed, { form, detail: edit.refusal?.(error) ?? detailOf(error) })
    },
  })
}

const isTheirs = (error: unknown): boolean =>
  error instanceof Error && (statusOf(error) === 412 || statusOf(error) === 404)

/** The other person's version with the user's edits on top. @throws if the user has to decide first. */
async function merge<Values extends FormValues, Item extends EditedRecord, Data>(
  { record, read, valuesOf }: RecordEdit<Values, Item, Data>,
  conflict: Conflict<Values>,
) {
  const item = await read?.(record?.id ?? '').catch((error: Error) => {
    conflict.noteFailure(error)
    throw new Undecided()
  })
  const stored = storedState(item, valuesOf)
  if (!stored) conflict.noteGone()
  const merged = stored && conflict.meet(stored)
  if (!merged || merged.isClash) throw new Undecided()
  return merged
}

function detailOf(error: Error): string | undefined {
  if (statusOf(error) === 412) return 'Someone changed it again. Save again to continue.'
  // The form was closed in the meantime.
  if (error instanceof Undecided) return 'Someone else changed it too. Open it again to decide. Your text is kept.'
  return undefined
}

import { fieldErrors } from '@app/api-client'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { reasonOf, statusOf } from '../components/ErrorNotice.tsx'
import { showFailure, showRefusal, showSaved } from '../components/toasts.tsx'
import { useIsMounted } from '../components/use-is-mounted.ts'
import { useOneWrite } from '../components/use-one-at-a-time.ts'
import { reloadAfterOwn } from '../cache/reload-records.ts'
import { type Basis, useDraft } from '../session/use-draft.tsx'
import type { FormValues } from './merge-edits.ts'
import { type EditedRecord, type Over, type RecordEdit, storedState } from './record-edit.ts'
import { StaleNotice } from './StaleNotice.tsx'
import styles from './StaleNotice.module.css'
import { type Answer, hasChanged, undoOf } from './undo-change.ts'
import { type Conflict, useConflict } from './use-conflict.ts'

/**
 * One form for one record. It keeps the user's text until it is saved or discarded, merges changes that colleagues save in
 * the meantime, lets the user resolve conflicting fields, and offers Undo.
 */
export function useRecordEdit<Values extends FormValues, Item extends EditedRecord, Data>(
  edit: RecordEdit<Values, Item, Data>,
) {
  const { what, record, valuesOf, onClose } = edit
  const [initialValues] = useState(() => valuesOf(record))
  const form = useForm<Values>({ initialValues, ...(edit.rules && { validate: edit.rules }) })
  const draft = useDraft(form, `${what} ${record?.id ?? 'new'}`, {
    loaded: storedState(record, valuesOf),
    ...(edit.unstored && { unstored: edit.unstored }),
    ...(onClose && { onClose }),
  })
  const conflict = useConflict(edit, form, draft)
  const isNew = !record || (conflict.isGone && edit.create !== undefined)
  const save = useSave({ edit, form, conflict, isNew, basis: draft.basis, onDone: onClose && draft.close })

  const guard = useOneWrite(onClose !== undefined)
  const send = () => guard(() => save.mutateAsync())
  const submit = () => (conflict.isUndecided ? conflict.ask() : send())
  const notice = (
    <>
      {draft.notice}
      {conflict.news !== undefined && (
        <p role="status" className={styles.news}>
          {conflict.news}
        </p>
      )}
      <StaleNotice
        what={what}
        conflict={conflict}
        canCreate={edit.create !== undefined}
        isSaving={save.isPending}
        onSave={send}
      />
    </>
  )
  return {
    form,
    isSaving: save.isPending,
    /** The last stored values that this form has received. */
    stored: draft.basis?.values,
    drop: draft.drop,
    /** Discards the user's text. */
    discard() {
      form.reset()
      conflict.end()
    },
    save: submit,
    notice,
    /** Props of a `FormDialog`. */
    dialog: {
      isDirty: form.isDirty(),
      isSaving: save.isPending,
      notice,
      onClose: draft.close,
      onSubmit: form.onSubmit(submit),
    },
  }
}

/** The user has to decide before the form writes. */
class Undecided extends Error {}

interface Save<Values extends FormValues, Item extends EditedRecord, Data> {
  edit: RecordEdit<Values, Item, Data>
  form: UseFormReturnType<Values>
  conflict: Conflict<Values>
  isNew: boolean
  basis: Basis<Values> | undefined
  onDone: (() => void) | undefined
}

function useSave<Values extends FormValues, Item extends EditedRecord, Data>(save: Save<Values, Item, Data>) {
  const { edit, form, conflict, isNew, basis, onDone } = save
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
      // One merge per press, so that two people who keep saving don't make the app write forever.
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
    // Not awaited: Undo and the next edit work at once.
    if (edit.show) void edit.show(data)
    else reloadAfterOwn(queryClient, edit.kind, undefined)
  }
  return useMutation({
    mutationFn: write,
    onSuccess({ answer, sent, note }) {
      if (answer) announce(answer, sent, note)
      const stored = answer && edit.storedOf && storedState(edit.storedOf(answer.data), edit.valuesOf)
      if (stored) conflict.adopt(stored, sent)
      else conflict.end()
      onDone?.()
      if (answer) edit.onSaved?.(answer.data, sent)
    },
    onError(error) {
      if (error instanceof Undecided && isMounted()) return conflict.ask()
      const faults = fieldErrors(error)
      const isTaken = statusOf(error) === 409 && Object.keys(faults).length === 0 && 'name' in form.getValues()
      form.setErrors(isTaken ? { name: reasonOf(error) } : faults)
      if (hasChanged(error)) reloadAfterOwn(queryClient, edit.kind, undefined)
      const detail = edit.refusal?.(error) ?? detailOf(error)
      if (detail) showFailure(error, failed, detail)
      else showRefusal(error, failed, isTaken ? {} : { form })
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
  // The form has been closed meanwhile.
  if (error instanceof Undecided) return 'Someone else changed it too. Open it again to decide. Your text is kept.'
  if (statusOf(error) !== undefined) return undefined
  return `${navigator.onLine ? reasonOf(error) : 'You’re offline.'} Your text is kept.`
}

/** Writes over this version of a record, but not over a later one. */
export const ifMatch = ({ version = 1 }: { version?: number }): { 'If-Match': string } => ({
  'If-Match': `"${version}"`,
})

/** The record that a call returns. Undefined if it no longer exists. */
export const readOrGone = <Item,>(call: Promise<{ data: Item }>): Promise<Item | undefined> =>
  call.then(
    ({ data }) => data,
    (error: Error) => {
      if (statusOf(error) === 404) return undefined
      throw error
    },
  )

/** The same for calls that return all records at once. */
export const readFrom =
  <Item extends { id: string }>(list: () => Promise<{ data: Item[] }>) =>
  async (id: string): Promise<Item | undefined> =>
    (await list()).data.find((item) => item.id === id)

/** Creates a record, or replaces this version of it. */
export const sendWhole =
  <Values, Input, Data>(
    inputOf: (values: Values) => Input,
    create: (input: Input) => Promise<Answer<Data>>,
    update: (id: string, input: Input, headers: { 'If-Match': string }) => Promise<Answer<Data>>,
  ) =>
  (values: Values, over: Over<Values> | undefined): Promise<Answer<Data>> =>
    over ? update(over.id, inputOf(values), ifMatch(over)) : create(inputOf(values))

/** Writes the members that differ, if any. */
export const sendDiffering =
  <Values, Change extends object, Data>(
    changeOf: (before: Values, after: Values) => Change,
    write: (id: string, change: Change, headers: { 'If-Match': string }) => Promise<Answer<Data>>,
  ) =>
  (values: Values, over: Over<Values> | undefined): Promise<Answer<Data>> | undefined => {
    const change = over && changeOf(over.values, values)
    return change && Object.keys(change).length > 0 ? write(over.id, change, ifMatch(over)) : undefined
  }

import { useState } from 'react'
import { useForm } from '@mantine/form'
import { statusOf } from '../components/Notices.tsx'
import { useOneAtATime } from '../components/use-one-at-a-time.ts'
import { useDraft } from '../session/use-draft.tsx'
import type { FormValues } from './merge-edits.ts'
import { type EditedRecord, type Over, type RecordEdit, storedState } from './record-edit.ts'
import { StaleNotice } from './StaleNotice.tsx'
import stale from './StaleNotice.module.css'
import type { Answer } from './undo-change.ts'
import { useConflict } from './use-conflict.ts'
import { useSave } from './use-save.ts'

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
  const save = useSave(edit, form, conflict, draft)

  const guard = useOneAtATime(onClose !== undefined)
  const send = () => guard(() => save.mutateAsync())
  const submit = () => (conflict.isUndecided ? conflict.ask() : send())
  const notice = (
    <>
      {draft.notice}
      {conflict.news !== undefined && (
        <p role="status" className={stale.news}>
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

/** Overwrites this version of a record, but not a later one. */
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

/** Like `readOrGone`, for calls that return all records. */
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

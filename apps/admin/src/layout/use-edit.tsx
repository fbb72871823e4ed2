import type { UseFormReturnType } from '@mantine/form'
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useKeptDraft } from '../session/use-kept-draft.tsx'
import { reasonOf, statusOf } from './ErrorNotice.tsx'
import { fieldErrors } from './field-errors.ts'
import type { FormValues } from './merge-edits.ts'
import { StaleNotice } from './StaleNotice.tsx'
import { showFailure, showSaved } from './toasts.tsx'
import { undoEdit } from './undo-edit.ts'
import { type StoredState, useConflict } from './use-conflict.ts'
import { useOneSuccess } from './use-one-at-a-time.ts'

interface Editable {
  id: string
  version: number
  changedBy?: string
  changedAt?: string
}

type IfMatch = { 'If-Match': string }

interface Edit<Values, Input, Item extends Editable> {
  /** "campaign link". No other form that uses this hook has the same. */
  what: string
  form: UseFormReturnType<Values>
  /** Absent for a new one. */
  record: Item | undefined
  valuesOf: (record: Item) => Values
  inputOf: (values: Values) => Input
  create: (input: Input) => Promise<{ data: Item }>
  update: (id: string, input: Input, headers: IfMatch) => Promise<{ data: Item }>
  /** All records, from the server. */
  list: () => Promise<{ data: Item[] }>
  /** Queries that a write changes. */
  keys: QueryKey[]
  texts: Record<'created' | 'updated' | 'createFailed' | 'updateFailed', string>
  fieldText: (field: string) => string
  valueText: (field: string, value: string) => string
  onClose: () => void
}

interface Write<Values> {
  values: Values
  /** It was merged with what a colleague saved, which the note says. */
  isMerged?: boolean
  note?: string | undefined
}

/**
 * Creates a record, or edits one that others may edit too. Their changes are kept, an edit can be undone, and what was
 * typed is not lost when the record has been deleted.
 */
export function useEdit<Values extends FormValues, Input extends object, Item extends Editable>(
  edit: Edit<Values, Input, Item>,
) {
  const { what, form, record, valuesOf, inputOf, texts, fieldText, valueText, onClose } = edit
  const queryClient = useQueryClient()
  const stateOf = (item: Item): StoredState<Values> => ({
    version: item.version,
    values: valuesOf(item),
    changedBy: item.changedBy,
    changedAt: item.changedAt,
  })
  const draft = useKeptDraft(form, `${what} ${record?.id ?? 'new'}`, { loaded: record && stateOf(record), onClose })
  const { basis, setBasis } = draft
  const reload = () => Promise.all(edit.keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
  const put = (id: string, values: Values, version: number) =>
    edit.update(id, inputOf(values), { 'If-Match': `"${version}"` })

  const undoOf = (saved: Item, before: Values) =>
    undoEdit(queryClient, {
      write: () => put(saved.id, before, saved.version),
      keys: edit.keys,
      saved: texts.updated,
      failed: texts.updateFailed,
    })

  const conflict = useConflict({
    form,
    basis,
    setBasis,
    inputOf,
    async load() {
      const { data } = await edit.list()
      const stored = data.find(({ id }) => id === record?.id)
      return stored && stateOf(stored)
    },
    onMerged(values, stored, kept) {
      const who = stored.changedBy ? `${stored.changedBy}’s change` : 'what somebody else changed'
      const changes = kept.map((field) => `${fieldText(field)} ${valueText(field, String(stored.values[field]))}`)
      const note = kept.length > 0 ? `Kept ${who}: ${changes.join(', ')}.` : undefined
      update.mutate({ values, note, isMerged: true, basis: stored })
    },
  })
  const isNew = !record || conflict.isGone

  const onError = (error: Error, failure: string) => {
    form.setErrors(statusOf(error) === 409 ? { name: reasonOf(error) } : fieldErrors(error))
    showFailure(error, failure)
  }
  const finish = () => {
    draft.close()
    return reload()
  }
  const create = useMutation({
    mutationFn: ({ values }: Write<Values>) => edit.create(inputOf(values)),
    onSuccess() {
      showSaved(texts.created)
      return finish()
    },
    onError: (error) => onError(error, texts.createFailed),
  })
  const update = useMutation({
    mutationFn: (write: Write<Values> & { basis: StoredState<Values> }) =>
      put(record?.id ?? '', write.values, write.basis.version),
    onSuccess({ data }, write) {
      showSaved(texts.updated, undoOf(data, write.basis.values), write.note)
      return finish()
    },
    onError(error, { isMerged }) {
      const status = statusOf(error)
      if (status !== 412 && status !== 404) return onError(error, texts.updateFailed)
      if (!isMerged) return conflict.open()
      // One merge for each press: two who keep saving must not make the app write forever.
      showFailure(error, texts.updateFailed, 'Somebody has changed it again. Save once more.')
    },
  })

  const write = useOneSuccess()
  const save = () => {
    const values = form.getValues()
    write(() => (isNew || !basis ? create.mutateAsync({ values }) : update.mutateAsync({ values, basis })))
  }
  return {
    isNew,
    draft,
    /** The values that are stored, as far as this dialog knows. */
    stored: basis?.values,
    isSaving: create.isPending || update.isPending,
    save,
    notice: conflict.isOpen && (
      <StaleNotice
        what={what}
        conflict={conflict}
        fieldText={fieldText}
        valueText={valueText}
        isSaving={update.isPending}
        onOverwrite={save}
      />
    ),
  }
}

import { labelOf } from '@app/labels'
import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useState } from 'react'
import type { Basis } from '../session/use-draft.tsx'
import { differing, type FormValues, mergeEdits } from './merge-edits.ts'
import { type EditedRecord, type RecordEdit, type Stored, storedState } from './record-edit.ts'

/** Fields that both changed to different values. */
interface Clash<Values> {
  stored: Stored<Values>
  fields: string[]
  /** The values at the time of the conflict. */
  yours: Values
  /** The form now contains the other person's values. */
  isSettled: boolean
}

interface Draft<Values> {
  basis: Basis<Values> | undefined
  setBasis: (basis: Basis<Values>) => void
}

const same = <Value>(value: Value): Value => value

const keptNote = (changedBy: string | undefined, changes: readonly string[]): string | undefined =>
  changes.length > 0
    ? `Kept ${changedBy ? `${changedBy}’s` : 'someone else’s'} change: ${changes.join(', ')}.`
    : undefined

/** Keeps two people who edit one record from losing each other's changes. */
export function useConflict<Values extends FormValues, Item extends EditedRecord, Data>(
  edit: RecordEdit<Values, Item, Data>,
  form: UseFormReturnType<Values>,
  { basis, setBasis }: Draft<Values>,
) {
  const { record, inputOf = same, labels = {}, valueText = (_field, value) => value } = edit
  const fieldText = (field: string) => labelOf(labels, field)
  const [clash, setClash] = useState<Clash<Values>>()
  const [isGone, setGone] = useState(false)
  const [failure, setFailure] = useState<Error>()
  const [news, setNews] = useState<string>()
  const [requested, setSubmitted] = useState(0)
  const undecided = clash && !clash.isSettled ? differing(clash.fields, clash.stored.values, form.values, inputOf) : []

  /** Rebases the user's edits, which are based on `base`, onto the stored version. */
  const meet = (stored: Stored<Values>, base = basis?.values) => {
    const own = form.getValues()
    const { values, kept, clashes } = mergeEdits(base ?? own, stored.values, own, inputOf)
    const fields = [...new Set([...differing(undecided, stored.values, own, inputOf), ...clashes])]
    setBasis(stored)
    form.setInitialValues(stored.values)
    form.setValues(values)
    setFailure(undefined)
    setGone(false)
    setClash(fields.length > 0 ? { stored, fields, yours: own, isSettled: false } : undefined)
    const changes = kept.map((field) => `${fieldText(field)} ${valueText(field, String(stored.values[field]))}`)
    return { stored, values, isClash: fields.length > 0, note: keptNote(stored.changedBy, changes) }
  }
  const end = () => {
    setClash(undefined)
    setFailure(undefined)
    setGone(false)
    setNews(undefined)
  }
  /** Shows the stored values. Text typed while `sent` was in flight stays. */
  const adopt = (stored: Stored<Values>, sent = form.getValues()) => {
    meet(stored, sent)
    end()
  }

  // A colleague's change arrives on its own. The user's text stays, and conflicts are shown immediately.
  useEffect(() => {
    const stored = storedState(record, edit.valuesOf)
    if (!basis || !stored || stored.version <= basis.version) return
    if (form.isDirty()) setNews(meet(stored).note)
    else adopt(stored)
    // The functions belong to this render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [record?.version, basis])

  return {
    clash,
    isGone,
    /** The other person's version could not be loaded. */
    failure,
    /** Describes a colleague's change that arrived on its own. */
    news,
    isUndecided: undecided.length > 0,
    /** The number of attempts to save with undecided fields. Each one moves the focus to the notice. */
    requested,
    ask: () => setSubmitted((times) => times + 1),
    noteGone: () => setGone(true),
    noteFailure: setFailure,
    meet,
    adopt,
    end,
    fieldText,
    valueText,
    /** Uses the other person's values in conflicting fields. The rest of the user's text stays. */
    takeTheirs() {
      if (!clash) return
      const decided = Object.fromEntries(clash.fields.map((field) => [field, clash.stored.values[field]]))
      form.setValues({ ...form.getValues(), ...decided })
      form.clearErrors()
      setClash({ ...clash, isSettled: true })
    },
  }
}

export type Conflict<Values extends FormValues> = ReturnType<typeof useConflict<Values, EditedRecord, unknown>>

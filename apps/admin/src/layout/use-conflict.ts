import type { UseFormReturnType } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Basis } from '../session/use-kept-draft.tsx'
import { type FormValues, type Merged, mergeEdits } from './merge-edits.ts'

/** The stored record as form values, and who changed it last, if the API knows. */
export interface StoredState<Values> extends Basis<Values> {
  changedBy?: string | undefined
  changedAt?: string | undefined
}

interface Options<Values> {
  form: UseFormReturnType<Values>
  /** What the form is based on. */
  basis: Basis<Values> | undefined
  setBasis: (basis: Basis<Values> | undefined) => void
  /** Undefined if the record no longer exists. */
  load: () => Promise<StoredState<Values> | undefined>
  /** What is sent for the values. */
  inputOf: (values: Values) => object
  /** The two edits touch different fields: they can be saved together. */
  onMerged: (values: Values, stored: StoredState<Values>, kept: string[]) => void
}

interface Clash<Values> {
  stored: StoredState<Values>
  merged: Merged<Values>
}

/**
 * Somebody else saved first. Their version is merged with what was typed here, and only fields that both changed are asked
 * about. Afterwards the form is based on their version.
 */
export function useConflict<Values extends FormValues>(options: Options<Values>) {
  const { form, basis, setBasis, load, inputOf, onMerged } = options
  const [clash, setClash] = useState<Clash<Values>>()
  const [isSettled, setSettled] = useState(false)

  const theirs = useMutation({
    mutationFn: load,
    onSuccess(stored) {
      if (!stored || !basis) return setBasis(undefined)
      const merged = mergeEdits(basis.values, stored.values, form.getValues(), inputOf)
      setBasis(stored)
      form.setInitialValues(stored.values)
      form.setValues(merged.values)
      if (merged.clashes.length === 0) {
        theirs.reset()
        return onMerged(merged.values, stored, merged.kept)
      }
      setClash({ stored, merged })
    },
  })
  return {
    isOpen: !theirs.isIdle,
    isGone: theirs.isSuccess && !theirs.data,
    clash: theirs.isSuccess ? clash : undefined,
    error: theirs.error,
    /** Their values have been put into the form. */
    isSettled,
    /** Loads their version, after the server refused a write as stale. Also retries a load that failed. */
    open() {
      setSettled(false)
      theirs.mutate()
    },
    /** Ends it: one of the two has been saved, or what was typed was discarded. */
    close() {
      theirs.reset()
      setClash(undefined)
      setSettled(false)
    },
    /** Puts their values into the fields that both changed. What else was typed stays. */
    takeTheirs() {
      if (!clash) return
      const { stored, merged } = clash
      const decided = Object.fromEntries(merged.clashes.map((field) => [field, stored.values[field]]))
      form.setValues({ ...form.getValues(), ...decided })
      form.clearErrors()
      setSettled(true)
    },
  }
}

export type Conflict<Values extends FormValues> = ReturnType<typeof useConflict<Values>>

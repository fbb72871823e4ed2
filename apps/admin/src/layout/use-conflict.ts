import type { UseFormReturnType } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

/** The stored record as form values, and who changed it last, if the API knows. */
interface StoredState<Values> {
  version: number
  values: Values
  changedBy?: string | undefined
  changedAt?: string | undefined
}

interface Options<Values> {
  form: UseFormReturnType<Values>
  /** Undefined if the record no longer exists. */
  load: () => Promise<StoredState<Values> | undefined>
  setVersion: (version: number) => void
  onGone: () => void
}

/** Somebody else saved first: loads their version, to be shown beside the text typed here. */
export function useConflict<Values extends Record<string, unknown>>(options: Options<Values>) {
  const { form, load, setVersion, onGone } = options
  /** What was typed here before their version replaced it in the form. */
  const [typed, setTyped] = useState<Values>()
  const theirs = useMutation({
    mutationFn: load,
    onSuccess(stored) {
      if (!stored) onGone()
    },
  })
  const stored = theirs.data
  return {
    isOpen: !theirs.isIdle,
    stored,
    error: theirs.error,
    isReloaded: typed !== undefined,
    yours: typed ?? form.values,
    /** Loads their version, after the server refused a write as stale. Also retries a load that failed. */
    open() {
      setTyped(undefined)
      theirs.mutate()
    },
    reload() {
      if (!stored) return
      setTyped(form.values)
      setVersion(stored.version)
      form.setInitialValues(stored.values)
      form.setValues(stored.values)
      form.clearErrors()
    },
  }
}

export type Conflict<Values extends Record<string, unknown>> = ReturnType<typeof useConflict<Values>>

import type { UseFormReturnType } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

/** What is stored now, as a form holds it, and who made it so where the API knows. */
export interface StoredState<Values> {
  version: number
  values: Values
  changedBy?: string | undefined
  changedAt?: string | undefined
}

interface Options<Values> {
  form: UseFormReturnType<Values>
  /** Undefined when the record is no more. */
  load: () => Promise<StoredState<Values> | undefined>
  setVersion: (version: number) => void
  onGone: () => void
}

/** Somebody else saved first: their state is loaded, to stand beside what was typed here. */
export function useConflict<Values extends Record<string, unknown>>(options: Options<Values>) {
  const { form, load, setVersion, onGone } = options
  /** By the reader, before their state took its place in the form. */
  const [typed, setTyped] = useState<Values>()
  const look = useMutation({
    mutationFn: load,
    onSuccess(stored) {
      if (!stored) onGone()
    },
  })
  const stored = look.data
  return {
    isOpen: !look.isIdle,
    stored,
    error: look.error,
    isReloaded: typed !== undefined,
    yours: typed ?? form.values,
    /** To be called when the server refuses a write as stale, and to try the look again. */
    look() {
      setTyped(undefined)
      look.mutate()
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

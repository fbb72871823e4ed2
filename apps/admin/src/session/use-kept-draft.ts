import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { isSigningInAgain, offerDraft } from './sign-in-again.ts'

/** The version of the record that a form is based on, and its values then. Absent for a form that creates something. */
export interface Basis<Values> {
  version: number
  values: Values
}

interface Draft<Values> {
  values: Values
  basis?: Basis<Values> | undefined
}

/**
 * Keeps the text of a form in this tab, under its address, when a lost session takes the page away; signing in leads back
 * to that address. The draft includes what the form is based on, so that a change somebody else saved in the meantime is
 * recognized. Returns the basis, and a function that replaces it.
 */
export function useKeptDraft<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  loaded?: Basis<Values>,
) {
  const [key] = useState(() => `draft ${window.location.pathname}${window.location.search}`)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Only this form in this tab writes under this key.
  const [kept] = useState(() => JSON.parse(sessionStorage.getItem(key) ?? 'null') as Draft<Values> | null)
  const [basis, setBasis] = useState(kept?.basis ?? loaded)
  const current = useRef({ form, basis })
  useEffect(() => {
    current.current = { form, basis }
  })
  useEffect(() => {
    sessionStorage.removeItem(key)
    if (kept?.basis) current.current.form.setInitialValues(kept.basis.values)
    if (kept) current.current.form.setValues(kept.values)
    const keep = () => {
      const { isDirty, getValues } = current.current.form
      if (!isSigningInAgain() || !isDirty()) return
      const draft: Draft<Values> = { values: getValues(), basis: current.current.basis }
      sessionStorage.setItem(key, JSON.stringify(draft))
    }
    window.addEventListener('pagehide', keep)
    const withdraw = offerDraft(() => current.current.form.isDirty())
    return () => {
      window.removeEventListener('pagehide', keep)
      withdraw()
    }
  }, [key, kept])
  return [basis, setBasis] as const
}

import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { isSigningInAgain } from './sign-in-again.ts'

interface Draft<Values> {
  values: Values
  version?: number | undefined
}

/**
 * Keeps the text of a form in this tab, under its address, when a lost session takes the page away; signing in leads back
 * to that address. The draft includes the record's version, so that a change somebody else saved in the meantime is not
 * overwritten without a question. Returns the version, and a function that replaces it.
 */
export function useKeptDraft<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  loadedVersion?: number,
) {
  const [key] = useState(() => `draft ${window.location.pathname}${window.location.search}`)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Only this form in this tab writes under this key.
  const [kept] = useState(() => JSON.parse(sessionStorage.getItem(key) ?? 'null') as Draft<Values> | null)
  const [version, setVersion] = useState(kept ? kept.version : loadedVersion)
  const current = useRef({ form, version })
  useEffect(() => {
    current.current = { form, version }
  })
  useEffect(() => {
    sessionStorage.removeItem(key)
    if (kept) current.current.form.setValues(kept.values)
    const keep = () => {
      const { isDirty, getValues } = current.current.form
      if (!isSigningInAgain() || !isDirty()) return
      const draft: Draft<Values> = { values: getValues(), version: current.current.version }
      sessionStorage.setItem(key, JSON.stringify(draft))
    }
    window.addEventListener('pagehide', keep)
    return () => window.removeEventListener('pagehide', keep)
  }, [key, kept])
  return [version, setVersion] as const
}

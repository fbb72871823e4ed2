import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { isSigningInAgain } from './sign-in-again.ts'

interface Draft<Values> {
  values: Values
  version?: number | undefined
}

/**
 * When a lost session takes the page away, what was typed waits in this tab under the address, to which signing in
 * leads back. With it waits the stored version that it stood on: what somebody else saved meanwhile is not written over
 * without a question. Returns that version, and the function that puts the form on another.
 */
export function useKeptDraft<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  loadedVersion?: number,
) {
  const [key] = useState(() => `draft ${window.location.pathname}${window.location.search}`)
  // This tab wrote it, with the values of this form.
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

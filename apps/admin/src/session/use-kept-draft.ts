import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { isSigningInAgain } from './sign-in-again.ts'

interface Draft<Values> {
  values: Values
  version: number | undefined
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
  const [version, setVersion] = useState(loadedVersion)
  const current = useRef({ form, version })
  useEffect(() => {
    current.current = { form, version }
  })
  useEffect(() => {
    const key = `draft ${window.location.pathname}${window.location.search}`
    const kept = sessionStorage.getItem(key)
    if (kept) {
      sessionStorage.removeItem(key)
      // This tab wrote it, with the values of this form.
      const draft = JSON.parse(kept) as Draft<Values>
      current.current.form.setValues(draft.values)
      setVersion(draft.version)
    }
    const keep = () => {
      const { isDirty, getValues } = current.current.form
      if (!isSigningInAgain() || !isDirty()) return
      const draft: Draft<Values> = { values: getValues(), version: current.current.version }
      sessionStorage.setItem(key, JSON.stringify(draft))
    }
    window.addEventListener('pagehide', keep)
    return () => window.removeEventListener('pagehide', keep)
  }, [])
  return [version, setVersion] as const
}

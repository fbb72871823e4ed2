import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useRef } from 'react'
import { isSigningInAgain } from './sign-in-again.ts'

/**
 * When a lost session takes the page away, what was typed waits in this tab under the address, to which signing in
 * leads back.
 */
export function useKeptDraft<Values extends Record<string, unknown>>(form: UseFormReturnType<Values>): void {
  const current = useRef(form)
  useEffect(() => {
    current.current = form
  })
  useEffect(() => {
    const key = `draft ${window.location.pathname}${window.location.search}`
    const kept = sessionStorage.getItem(key)
    if (kept) {
      sessionStorage.removeItem(key)
      // This tab wrote it, with the values of this form.
      current.current.setValues(JSON.parse(kept) as Values)
    }
    const keep = () => {
      const { isDirty, getValues } = current.current
      if (isSigningInAgain() && isDirty()) sessionStorage.setItem(key, JSON.stringify(getValues()))
    }
    window.addEventListener('pagehide', keep)
    return () => window.removeEventListener('pagehide', keep)
  }, [])
}

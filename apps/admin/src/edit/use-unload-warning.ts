import { useEffect } from 'react'
import { isSigningInAgain } from '../session/sign-in-again.ts'

/** Warns before leaving the page with unsaved text, except to sign in again, which restores the text. */
export function useUnloadWarning(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return undefined
    const warn = (event: BeforeUnloadEvent) => {
      if (!isSigningInAgain()) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isDirty])
}

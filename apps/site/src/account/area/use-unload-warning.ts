import { useEffect } from 'react'

/** The browser asks before it leaves a page with a secret that nobody can read again. */
export function useUnloadWarning(): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [])
}

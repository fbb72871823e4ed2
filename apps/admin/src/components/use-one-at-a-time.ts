import { useRef } from 'react'

type Write = (write: () => Promise<unknown>) => void

/**
 * Ignores a write while the previous one is still in flight. A double click comes before React has rendered the first
 * click, so a disabled button can't prevent it. The mutation itself reports failures.
 */
export const useOneAtATime = (): Write => useOneWrite(false)

/** The same for a dialog that closes on success: further writes are ignored while it closes. */
export const useOneSuccess = (): Write => useOneWrite(true)

export function useOneWrite(endsWithSuccess: boolean): Write {
  const isClosed = useRef(false)
  return (write) => {
    if (isClosed.current) return
    isClosed.current = true
    write().then(
      () => {
        isClosed.current = endsWithSuccess
      },
      () => {
        isClosed.current = false
      },
    )
  }
}

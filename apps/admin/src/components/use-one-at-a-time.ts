import { useRef } from 'react'

type Write = (write: () => Promise<unknown>) => void

/**
 * Starts a write unless the previous one is still in flight. A double click comes before React has rendered the first
 * click, so a disabled button cannot prevent it. The mutation itself reports failures.
 */
export const useOneAtATime = (): Write => useOneWrite(false)

/** The same for a dialog that closes on success: nothing is written again while it closes. */
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

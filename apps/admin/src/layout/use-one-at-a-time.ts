import { useRef } from 'react'

type Write = (write: () => Promise<unknown>) => void

/**
 * Starts a write unless the one before is under way. A second press comes before React has drawn the first, so what
 * is drawn cannot hold it back. Failures are told by the mutation itself.
 */
export const useOneAtATime = (): Write => useGuard(false)

/** The same for a dialog that a success closes: while it leaves, nothing is written again. */
export const useOneSuccess = (): Write => useGuard(true)

function useGuard(endsWithSuccess: boolean): Write {
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

import { useRef } from 'react'

/**
 * Ignores a write while the previous one is still in flight. The second click of a double click arrives before React
 * has rendered the first, so a disabled button can't prevent it. The mutation itself reports failures.
 * @param endsWithSuccess for a dialog that closes on success: further writes are ignored while it closes
 */
export function useOneAtATime(endsWithSuccess = false): (write: () => Promise<unknown>) => void {
  const isClosed = useRef(false)
  const open = () => {
    isClosed.current = false
  }
  return (write) => {
    if (isClosed.current) return
    isClosed.current = true
    write().then(endsWithSuccess ? () => {} : open, open)
  }
}

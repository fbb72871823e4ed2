import { useCallback, useEffect, useRef } from 'react'

/** For answers that arrive late: Back may have closed the part that asked, and it must not close what is open instead. */
export function useIsMounted(): () => boolean {
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return useCallback(() => isMounted.current, [])
}

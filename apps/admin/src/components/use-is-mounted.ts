import { useCallback, useEffect, useRef } from 'react'

/** For late responses: Back may have closed the component that sent the request, and the response must not close another one. */
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

import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router-dom'

/**
 * Closing a dialog named in the URL leaves a history entry with the same URL as the one before. Back and Forward skip
 * it, because they would seem to do nothing.
 */
export function useClosedEntries(): void {
  const { pathname, search, key } = useLocation()
  const isMove = useNavigationType() === NavigationType.Pop
  const navigate = useNavigate()
  const left = useRef<{ key: string; address: string; place: number }>(undefined)
  useEffect(() => {
    // The router counts the entries.
    const shown = { key, address: pathname + search, place: Number(window.history.state?.idx) }
    const before = left.current
    left.current = shown
    if (!isMove || before?.address !== shown.address || before.key === key) return
    void navigate(shown.place < before.place ? -1 : 1)
  }, [pathname, search, key, isMove, navigate])
}

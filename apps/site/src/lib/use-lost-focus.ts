import { type RefObject, useEffect, useRef } from 'react'

/**
 * A ref for the element around what changes with `shown`. If the control that caused the change had the focus and is gone,
 * the first heading or field inside gets the focus.
 */
export function useLostFocus<E extends HTMLElement>(shown: unknown): RefObject<E | null> {
  const element = useRef<E>(null)
  const before = useRef(shown)
  useEffect(() => {
    if (before.current !== shown && document.activeElement === document.body)
      element.current?.querySelector<HTMLElement>('h2, h3, input')?.focus()
    before.current = shown
  }, [shown])
  return element
}

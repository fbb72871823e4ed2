import { useEffect, useRef } from 'react'

/** A button that is disabled while it works loses the focus. This returns the focus when it is enabled again. */
export function useKeptFocus(isWorking: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const hadFocus = useRef(false)
  useEffect(() => {
    if (isWorking)
      hadFocus.current = document.activeElement === button.current || document.activeElement === document.body
    else if (hadFocus.current) {
      hadFocus.current = false
      if (document.activeElement === document.body) button.current?.focus()
    }
  }, [isWorking])
  return button
}

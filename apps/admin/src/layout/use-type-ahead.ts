import { useEffect, useState } from 'react'

/**
 * The text of a dialog's field. It collects keys from the moment the dialog is requested, before the field has the
 * focus. Closing the dialog clears it.
 */
export function useTypeAhead(isOpen: boolean): [string, (text: string) => void] {
  const [text, setText] = useState('')

  useEffect(() => {
    if (!isOpen) return undefined
    const type = (event: KeyboardEvent) => {
      if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest('[role="dialog"]')) return
      // Hides the key from the shortcuts and from the field that still has the focus.
      event.preventDefault()
      event.stopPropagation()
      setText((typed) => typed + event.key)
    }
    window.addEventListener('keydown', type, { capture: true })
    return () => {
      window.removeEventListener('keydown', type, { capture: true })
      setText('')
    }
  }, [isOpen])

  return [text, setText]
}

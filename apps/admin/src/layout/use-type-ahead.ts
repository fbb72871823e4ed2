import { useEffect, useState } from 'react'

/**
 * The text of a dialog's field that takes keys from the moment the dialog is asked for, not only once its field has
 * the focus. Empty again when the dialog is closed.
 */
export function useTypeAhead(isOpen: boolean): [string, (text: string) => void] {
  const [text, setText] = useState('')

  useEffect(() => {
    if (!isOpen) return undefined
    const type = (event: KeyboardEvent) => {
      if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest('[role="dialog"]')) return
      // Neither a shortcut nor the field that had the focus before gets it.
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

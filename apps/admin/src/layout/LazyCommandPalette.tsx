import { useEffect, useState } from 'react'
import type { CommandPalette } from './CommandPalette.tsx'
import { loadScreen } from '../components/load-screen.ts'
import { showFailure } from '../components/toasts.tsx'

/** The command palette, whose code loads the first time it is opened. Keys pressed while it loads are kept. */
export function LazyCommandPalette({ onClose }: { onClose: () => void }) {
  const [Palette, setPalette] = useState<typeof CommandPalette>()
  const [text, setText] = useTypeAhead()
  useEffect(() => {
    loadScreen(() => import('./CommandPalette.tsx')).then(
      (code) => setPalette(() => code.CommandPalette),
      (error: Error) => {
        showFailure(error, 'The search could not be loaded')
        onClose()
      },
    )
  }, [onClose])
  return Palette && <Palette text={text} onText={setText} onClose={onClose} />
}

/** The text of a dialog's field, including keys pressed before the field has the focus. */
function useTypeAhead() {
  const [text, setText] = useState('')
  useEffect(() => {
    const type = (event: KeyboardEvent) => {
      if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest('[role="dialog"]')) return
      // Hides the key from the shortcuts and from the field that still has the focus.
      event.preventDefault()
      event.stopPropagation()
      setText((typed) => typed + event.key)
    }
    window.addEventListener('keydown', type, { capture: true })
    return () => window.removeEventListener('keydown', type, { capture: true })
  }, [])
  return [text, setText] as const
}

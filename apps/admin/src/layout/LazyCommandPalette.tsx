import { useEffect, useState } from 'react'
import type { CommandPalette, CommandPaletteProps } from './CommandPalette.tsx'
import { loadScreen } from '../components/load-screen.ts'
import { showFailure } from '../components/toasts.tsx'

/** The command palette, whose code loads the first time it is opened. Keys pressed meanwhile are kept in `text`. */
export function LazyCommandPalette({ onClose, ...props }: CommandPaletteProps) {
  const [Palette, setPalette] = useState<typeof CommandPalette>()
  useEffect(() => {
    loadScreen(() => import('./CommandPalette.tsx')).then(
      (code) => setPalette(() => code.CommandPalette),
      (error: Error) => {
        showFailure(error, 'The search could not be loaded')
        onClose()
      },
    )
  }, [onClose])
  return Palette && <Palette {...props} onClose={onClose} />
}

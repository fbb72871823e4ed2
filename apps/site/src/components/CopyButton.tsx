import { useState } from 'react'
import { copyText } from '@app/ui/copy-text'

interface CopyButtonProps {
  text: string
  /** Label of the button. */
  children: string
  className?: string | undefined
}

/** Copies a text and reports whether the browser allowed it. */
export function CopyButton({ text, children, className }: CopyButtonProps) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle')
  const copy = async () => setState((await copyText(text)) ? 'copied' : 'refused')
  const labels = { idle: children, copied: 'Copied', refused: 'Not allowed' }
  return (
    <button type="button" className={className} onClick={() => void copy()} onBlur={() => setState('idle')}>
      <span aria-live="polite">{labels[state]}</span>
    </button>
  )
}

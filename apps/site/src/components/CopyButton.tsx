import { useState } from 'react'
import { copyText } from '../lib/copy-text.ts'

interface CopyButtonProps {
  text: string
  /** What the button says before it is pressed. */
  children: string
  className?: string | undefined
}

/** Copies a text, and says whether the browser let it. */
export function CopyButton({ text, children, className }: CopyButtonProps) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle')
  const copy = async () => setState((await copyText(text)) ? 'copied' : 'refused')
  const words = { idle: children, copied: 'Copied', refused: 'Not allowed' }
  return (
    <button type="button" className={className} onClick={() => void copy()} onBlur={() => setState('idle')}>
      <span aria-live="polite">{words[state]}</span>
    </button>
  )
}

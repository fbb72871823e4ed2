import type { KeyboardEvent } from 'react'

/** Submits a form on Ctrl/Cmd + Enter. */
export function submitOnShortcut(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
}

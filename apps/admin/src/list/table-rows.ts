import type { MouseEvent } from 'react'

/** The record of the focused row, if any. */
export function focusedRecord<Item extends { id: string }>(shown: readonly Item[] = []): readonly Item[] {
  const row = document.activeElement?.closest('tr, li')?.querySelector<HTMLElement>('[data-row]')
  return shown.filter(({ id }) => id === row?.dataset['row'])
}

/** True if a click is on the row itself: not on a control, and not at the end of a text selection. */
export const isOnRow = ({ target }: MouseEvent): boolean =>
  target instanceof Element && !target.closest('a, button, input, label') && !window.getSelection()?.toString()

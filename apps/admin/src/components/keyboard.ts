import { useEffect } from 'react'
import { useStored } from './use-stored.ts'

/** The setting for single-key shortcuts. Speech input users can turn them off (WCAG 2.1.4). */
export const useSingleKeys = () => useStored('keyboard-shortcuts', true)

/**
 * True if the key has a modifier or is input for the focused element. Checkboxes and radio buttons use only Space and the
 * arrow keys.
 */
export const isTyped = ({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  ctrlKey ||
  metaKey ||
  altKey ||
  (target instanceof Element &&
    target.closest('input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]') !== null)

/** `j` is next and `k` is previous, as in email apps. */
export const stepOf = (key: string): 1 | -1 | undefined => ({ j: 1, k: -1 } as const)[key]

/**
 * Single-key shortcuts of a part of a screen. They are ignored while the user types in a field, while another dialog is
 * open, and after a `g`, whose next key opens a screen.
 */
export function useKeys(keys: Readonly<Record<string, () => void>>, isInDialog = false): void {
  const [areOn] = useSingleKeys()
  useEffect(() => {
    if (!areOn) return undefined
    const press = (event: KeyboardEvent) => {
      const openDialogs = document.querySelectorAll('[role="dialog"]').length
      if (isTyped(event) || event.defaultPrevented || openDialogs !== (isInDialog ? 1 : 0)) return
      const act = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined
      if (!act) return
      // Otherwise, the key would be typed into the field that gets the focus.
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [areOn, isInDialog, keys])
}

/**
 * True if a late response may move the focus: nothing has the focus, or it is still inside `within`. Otherwise, the
 * response would take the focus from the field in use, and keystrokes would trigger shortcuts.
 */
export const isFocusFree = (within?: Element | null): boolean =>
  document.activeElement === document.body || (within?.contains(document.activeElement) ?? false)

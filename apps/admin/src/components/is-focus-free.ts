/**
 * True if a late response may move the focus: nothing has the focus, or it is still inside `within`. Otherwise, the
 * response would take the focus from the field in use, and keystrokes would trigger shortcuts.
 */
export const isFocusFree = (within?: Element | null): boolean =>
  document.activeElement === document.body || (within?.contains(document.activeElement) ?? false)

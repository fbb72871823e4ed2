import { type MouseEvent, useEffect, useState } from 'react'

/**
 * For a button that turns into its opposite: ignores the second click of a double click. If a colleague’s change can turn
 * the button around too, use `useClickGuard`.
 */
export const firstClick =
  (act: () => void) =>
  ({ detail }: MouseEvent): void => {
    if (detail < 2) act()
  }

/** Longer than a double click, and than it takes to abort a click that has begun. */
const guardMs = 700

/**
 * True for a moment after the shown value changes, through a click or a colleague's change. A button with the opposite
 * action ignores clicks during that time, because they were meant for the earlier state. `shown` is undefined while nothing
 * is shown.
 */
export function useClickGuard(shown: string | boolean | undefined): boolean {
  const [settled, setSettled] = useState(shown)
  if (settled === undefined && shown !== undefined) setSettled(shown)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(shown), guardMs)
    return () => clearTimeout(timer)
  }, [shown])
  return settled !== shown
}

import { type MouseEvent, useEffect, useState } from 'react'

/**
 * For a button that toggles: ignores the second click of a double click. If a colleague’s change can also toggle the
 * button, use `useClickGuard`.
 */
export const firstClick =
  (act: () => void) =>
  ({ detail }: MouseEvent): void => {
    if (detail < 2) act()
  }

/** Longer than a double click, and long enough to abort a click in progress. */
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

import { useEffect, useState } from 'react'

/** Longer than people and systems take for a double click, and than a hand takes to stop a click that it has begun. */
const restMs = 700

/**
 * Whether what is shown has just become something else, by a press or because a colleague changed it. A button that says
 * the opposite now rests for a moment: a press was meant for what it said before. Undefined while nothing is shown.
 */
export function useClickGuard(shown: string | boolean | undefined): boolean {
  const [settled, setSettled] = useState(shown)
  if (settled === undefined && shown !== undefined) setSettled(shown)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(shown), restMs)
    return () => clearTimeout(timer)
  }, [shown])
  return settled !== shown
}

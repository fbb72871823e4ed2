import { useEffect } from 'react'
import { markReady } from './ready.ts'

/** Effects run once React's handlers are on the elements: from then on a press does what it says. */
export function useMarkReady(name: string): void {
  useEffect(() => markReady(name), [name])
}

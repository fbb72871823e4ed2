import { useEffect } from 'react'
import { markReady } from './ready.ts'

/** Marks a part as ready. Effects run after React attaches event handlers, so clicks work from then on. */
export function useMarkReady(name: string): void {
  useEffect(() => markReady(name), [name])
}

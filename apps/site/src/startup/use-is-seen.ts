import { useEffect, useState } from 'react'
import { whenActivated } from './islands.ts'

/** Whether the element with this `data-island`, which is not prerendered, was scrolled into view or used. */
export function useIsSeen(name: string): boolean {
  const [isSeen, setIsSeen] = useState(false)
  useEffect(() => {
    void whenActivated(name).then(() => setIsSeen(true))
  }, [name])
  return isSeen
}

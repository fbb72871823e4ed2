import { useEffect, useState } from 'react'
import { whenActivated } from './islands.ts'

/** Whether the element with this `data-island` has been scrolled into view or used. For one that is not prerendered. */
export function useIsSeen(name: string): boolean {
  const [isSeen, setIsSeen] = useState(false)
  useEffect(() => {
    void whenActivated(name).then(() => setIsSeen(true))
  }, [name])
  return isSeen
}

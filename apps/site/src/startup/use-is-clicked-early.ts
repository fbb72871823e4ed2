import { useEffect, useState } from 'react'

/** True if a button of this island was clicked before the island's code loaded. early-clicks.ts marks the button. */
export function useIsClickedEarly(name: string): boolean {
  const [isClicked, setIsClicked] = useState(false)
  useEffect(() => {
    const island = document.querySelector(`[data-island="${name}"]`)
    if (!island) return undefined
    const read = () => setIsClicked(island.querySelector('[data-waiting]') !== null)
    read()
    const observer = new MutationObserver(read)
    observer.observe(island, { subtree: true, childList: true, attributeFilter: ['data-waiting'] })
    return () => observer.disconnect()
  }, [name])
  return isClicked
}

import { brand } from '@app/brand'
import { useNetwork } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import styles from './EarlySubmitNote.module.css'

/** After this time, the connection is probably broken. A form's code takes about a second on a slow one. */
const slowMs = 4_000

/** Tells a visitor who submits a form before its code has loaded that it will be sent once it has. */
export function EarlySubmitNote({ island }: { island: string }) {
  const isWaiting = useIsClickedEarly(island)
  return (
    <div role="status">
      {isWaiting && (
        <p className={styles.note}>
          <Waiting />
        </p>
      )}
    </div>
  )
}

function Waiting() {
  const { online: isOnline } = useNetwork()
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), slowMs)
    return () => clearTimeout(timer)
  }, [])
  if (isOnline && !isSlow) return 'One moment: the form is still loading.'
  return (
    <>
      Not sent yet: the connection is slow or down. Your request goes out as soon as the form has loaded. Your text is
      kept while this tab is open. Can’t wait? Call <a href={brand.phone.href}>{brand.phone.display}</a>.
    </>
  )
}

/** True if a button of this island was clicked before the island's code loaded. early-clicks.ts marks the button. */
function useIsClickedEarly(name: string): boolean {
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

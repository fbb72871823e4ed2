import { useSyncExternalStore } from 'react'
import styles from './OfflineNotice.module.css'

const events = ['online', 'offline'] as const

function subscribe(reader: () => void): () => void {
  for (const event of events) window.addEventListener(event, reader)
  return () => events.forEach((event) => window.removeEventListener(event, reader))
}

/** Shown while the browser has no network. The screen stays, but nothing can be saved. */
export function OfflineNotice() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <div aria-live="polite" className={isOnline ? undefined : styles.place}>
      {!isOnline && (
        <p className={styles.notice}>
          You are offline. What you see may be out of date, and changes cannot be saved. The screen updates when you are
          back online.
        </p>
      )}
    </div>
  )
}

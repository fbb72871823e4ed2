import { useSyncExternalStore } from 'react'
import styles from './Form.module.css'

const subscribe = (notice: () => void) => {
  addEventListener('online', notice)
  addEventListener('offline', notice)
  return () => {
    removeEventListener('online', notice)
    removeEventListener('offline', notice)
  }
}

/** Says that the connection is gone while it is. The button stays: the browser may be wrong about it. */
export function OfflineNote() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  return (
    <div role="status" className={styles.offline}>
      {!isOnline && <p>You are offline. What you typed is kept: send it when the connection is back.</p>}
    </div>
  )
}

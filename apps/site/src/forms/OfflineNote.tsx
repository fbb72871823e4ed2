import { useSyncExternalStore } from 'react'
import styles from './Form.module.css'

const subscribe = (onChange: () => void) => {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}

/** Says that the visitor is offline. The button stays enabled because the browser may be wrong. */
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

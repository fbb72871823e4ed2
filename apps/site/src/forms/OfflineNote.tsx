import { useIsOnline } from '../lib/use-is-online.ts'
import styles from './Form.module.css'

/** Says that the visitor is offline. The button stays enabled because the browser may be wrong. */
export const OfflineNote = () => {
  const isOnline = useIsOnline()
  return (
    <div role="status" className={styles.offline}>
      {!isOnline && <p>You are offline. What you typed is kept: send it when the connection is back.</p>}
    </div>
  )
}

import { useNetwork } from '@mantine/hooks'
import notice from '../components/notice.module.css'
import styles from './Form.module.css'

/** Shown while the visitor is offline. The submit button stays enabled, because the browser may be wrong. */
export const OfflineNote = () => {
  const { online: isOnline } = useNetwork()
  return (
    <div role="status" className={styles.offline}>
      {!isOnline && (
        <p className={notice.notice}>You’re offline. Your text is saved: send it when you’re back online.</p>
      )}
    </div>
  )
}

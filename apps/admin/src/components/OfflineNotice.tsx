import { useNetwork } from '@mantine/hooks'
import styles from './OfflineNotice.module.css'

/** Shown while the browser has no network. The screen stays, but nothing can be saved. */
export function OfflineNotice() {
  const { online: isOnline } = useNetwork()
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

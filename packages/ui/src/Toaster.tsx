import { Notifications } from '@mantine/notifications'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Loader.css'
import '@mantine/core/styles/Notification.css'
import '@mantine/notifications/styles.css'
import styles from './Toaster.module.css'

const toastClasses = { root: styles.stack, notification: styles.toast }

/**
 * Shows one toast at a time for five seconds, or longer while it is hovered or focused. One labeled region contains all
 * toasts, because Mantine renders six containers and would label each of them.
 */
export function Toaster() {
  return (
    <section aria-label="Notification" className={styles.area}>
      <Notifications
        limit={1}
        autoClose={5000}
        containerWidth={420}
        position="bottom-right"
        withinPortal={false}
        // A transition would show two toasts while the older one fades out.
        transitionDuration={0}
        classNames={toastClasses}
      />
    </section>
  )
}

import { Notifications } from '@mantine/notifications'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Loader.css'
import '@mantine/core/styles/Notification.css'
import '@mantine/notifications/styles.css'
import styles from './Toaster.module.css'

const toastClasses = { root: styles.stack, notification: styles.toast }

/**
 * Where toasts appear: one at a time, for five seconds, longer while pointed at or focused.
 * Inside one labeled region that holds the place, because Mantine draws six containers and would label each of them.
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
        // No fading out: two toasts would be on screen while the older leaves.
        transitionDuration={0}
        classNames={toastClasses}
      />
    </section>
  )
}

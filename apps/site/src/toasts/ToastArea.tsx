import { Notifications, notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.css'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Notification.css'

/** One labelled region around the areas of the library, with one toast in it at a time. */
export function ToastArea() {
  return (
    <section aria-label="Notification">
      <Notifications withinPortal={false} limit={1} autoClose={5000} containerWidth={420} transitionDuration={0} />
    </section>
  )
}

/** The newest wins: with a limit of one the library would keep it waiting behind the others. */
export function showErrorToast(message: string): void {
  notifications.clean()
  notifications.cleanQueue()
  notifications.show({ color: 'red', title: 'Error', message })
}

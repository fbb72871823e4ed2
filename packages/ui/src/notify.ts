import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'

/** A toast closes by itself after five seconds, unless `autoClose` is false. */
type Toast = { title?: string; message: ReactNode; autoClose?: false }

/** Removes the toast on screen and every toast in the queue. */
export function clearToasts(): void {
  notifications.clean()
  notifications.cleanQueue()
}

function show(toast: Toast, color: string, role: 'status' | 'alert') {
  // The newest toast wins. With a limit of one, Mantine would queue it behind the one on screen.
  clearToasts()
  notifications.show({ ...toast, color, role, closeButtonProps: { 'aria-label': 'Close notification' } })
}

export const showSuccess = (toast: Toast): void => show(toast, 'teal', 'status')

/** A red toast, which screen readers announce at once. */
export const showError = (toast: Toast): void => show(toast, 'red', 'alert')

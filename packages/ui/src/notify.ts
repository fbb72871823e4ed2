import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'

/** A toast closes after five seconds unless `autoClose` is false. */
type Toast = { title?: string; message: ReactNode; autoClose?: false }

/** Removes the toast on screen and every toast in the queue. */
export function clearToasts(): void {
  notifications.clean()
  notifications.cleanQueue()
}

function show(toast: Toast, color: string, role: 'status' | 'alert') {
  // Replaces the toast on screen. With a limit of one, Mantine would queue the new toast behind it.
  clearToasts()
  notifications.show({ ...toast, color, role, closeButtonProps: { 'aria-label': 'Close notification' } })
}

export const showSuccess = (toast: Toast): void => show(toast, 'teal', 'status')

/** A red toast, which screen readers announce immediately. */
export const showError = (toast: Toast): void => show(toast, 'red', 'alert')

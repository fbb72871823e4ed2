import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'

type Toast = { title?: string; message: ReactNode }

/** Takes away the toast that is shown and whatever waits behind it. */
export function clearToasts(): void {
  notifications.clean()
  notifications.cleanQueue()
}

function show(toast: Toast, color: string, role: 'status' | 'alert') {
  // The newest toast wins: with a limit of one, Mantine would let it wait behind the one on screen.
  clearToasts()
  notifications.show({ ...toast, color, role, closeButtonProps: { 'aria-label': 'Close notification' } })
}

export const showSuccess = (toast: Toast): void => show(toast, 'teal', 'status')

/** The destructive toast. */
export const showError = (toast: Toast): void => show(toast, 'red', 'alert')

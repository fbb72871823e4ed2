import { ApiError } from '@app/api-client'
import { showError, showSuccess } from '@app/ui/notify'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import styles from './toasts.module.css'

/** `undo` reverts the change. */
export function showSaved(message: string, undo?: () => void): void {
  showSuccess({ title: 'Success', message: undo ? <Undoable message={message} undo={undo} /> : message })
}

function Undoable({ message, undo }: { message: string; undo: () => void }) {
  const press = () => {
    notifications.clean()
    undo()
  }
  return (
    <span className={styles.undoable}>
      <span>{message}</span>
      <Button size="compact-sm" variant="default" onClick={press}>
        Undo
      </Button>
    </span>
  )
}

/** Shows nothing for a lost session, which has its own toast. */
export function showFailure(error: Error, message: string, detail?: string): void {
  if (error instanceof ApiError && error.status === 401) return
  showError({ title: 'Error', message: detail ? <Detailed message={message} detail={detail} /> : message })
}

function Detailed({ message, detail }: { message: string; detail: string }) {
  return (
    <>
      <span className={styles.line}>{message}</span>
      <span className={styles.line}>{detail}</span>
    </>
  )
}

import { ApiError } from '@app/api-client'
import { showError, showSuccess } from '@app/ui/notify'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import styles from './toasts.module.css'

/** `undo` reverts the change. `detail` says what else happened, in a sentence of its own. */
export function showSaved(message: string, undo?: () => void, detail?: string): void {
  const text = detail ? <Detailed message={message} detail={detail} /> : message
  showSuccess({ title: 'Success', message: undo ? <Undoable text={text} undo={undo} /> : text })
}

function Undoable({ text, undo }: { text: React.ReactNode; undo: () => void }) {
  const press = () => {
    notifications.clean()
    undo()
  }
  return (
    <span className={styles.undoable}>
      <span>{text}</span>
      <Button size="compact-sm" variant="default" onClick={press}>
        Undo
      </Button>
    </span>
  )
}

/** Somebody else deleted what was to be changed or deleted: there is nothing to repeat. `what` is "sample template". */
export function showGone(what: string, message = `Somebody else has deleted this ${what}.`): void {
  showSuccess({ title: `The ${what} is gone`, message })
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

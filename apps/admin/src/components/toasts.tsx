import { ApiError, fieldErrors, problemOf } from '@app/api-client'
import { showError, showSuccess } from '@app/ui/notify'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import styles from './toasts.module.css'
import { firstClick } from './use-click-guard.ts'

/** `undo` reverts the change. `detail` is a second sentence. */
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
      {/* The toast after an undo has the same button in the same place. */}
      <Button size="compact-sm" variant="default" onClick={firstClick(press)}>
        Undo
      </Button>
    </span>
  )
}

/** Someone else deleted the record, so there is nothing to retry. `what` is a noun such as "sample template". */
export function showGone(what: string, message = `Someone else deleted this ${what}.`): void {
  showSuccess({ title: `The ${what} no longer exists`, message })
}

/** Shows nothing if the session is lost, which has its own toast. */
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

interface Refused {
  /** The toast text when offline: "Your note is kept." */
  kept?: string
  /** The form that was sent. Its fields show what is wrong with them. */
  form?: { getValues: () => object; setErrors: (errors: Record<string, string>) => void }
}

/**
 * Shows that a change failed. If the server refused it, the toast includes the reason, unless a field shows it; the server
 * gives no reason for other failures.
 */
export function showRefusal(error: Error, message: string, { kept, form }: Refused = {}): void {
  const faults = fieldErrors(error)
  form?.setErrors(faults)
  if (kept && !navigator.onLine) {
    showFailure(error, 'You’re offline.', kept)
    return
  }
  const problem = problemOf(error)
  const unseen = Object.entries(faults).filter(([name]) => !Object.hasOwn(form?.getValues() ?? {}, name))
  const reason = problem?.errors ? unseen.map(([name, text]) => `${name}: ${text}`).join('. ') : problem?.detail
  showFailure(error, message, problem && problem.status < 500 ? reason : undefined)
}

import { fieldErrors, problemOf } from '@app/api-client'
import { showError, showSuccess } from '@app/ui/notify'
import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { reasonOf, statusOf } from './Notices.tsx'
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
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <div>{text}</div>
      {/* The toast after an undo has the same button in the same place. */}
      <Button size="compact-sm" variant="default" flex="none" onClick={firstClick(press)}>
        Undo
      </Button>
    </Group>
  )
}

/** Someone else deleted the record, so there is nothing to retry. `what` is a noun such as "sample template". */
export function showGone(what: string, message = `Someone else deleted this ${what}.`): void {
  showSuccess({ title: `The ${what} no longer exists`, message })
}

/** Shows nothing if the session is lost, which has its own toast. */
export function showFailure(error: Error, message: string, detail?: string): void {
  if (statusOf(error) === 401) return
  showError({ title: 'Error', message: detail ? <Detailed message={message} detail={detail} /> : message })
}

function Detailed({ message, detail }: { message: string; detail: string }) {
  return (
    <>
      <div>{message}</div>
      <div>{detail}</div>
    </>
  )
}

interface Refused {
  /** The submitted form, which keeps its text. Its fields show their errors. */
  form?: { getValues: () => object; setErrors: (errors: Record<string, string>) => void }
  /** Replaces the server's reason. */
  detail?: string | undefined
}

/**
 * Shows that a change failed. If the server refused it, the toast includes the reason, unless a field shows it; the server
 * gives no reason for other failures.
 */
export function showRefusal(error: Error, message: string, { form, detail }: Refused = {}): void {
  const faults = fieldErrors(error)
  const values = form?.getValues() ?? {}
  // If a name is taken, the server doesn't name the field.
  const isTaken = statusOf(error) === 409 && Object.keys(faults).length === 0 && 'name' in values
  form?.setErrors(isTaken ? { name: reasonOf(error) } : faults)
  if (detail) return showFailure(error, message, detail)
  if (form && statusOf(error) === undefined) {
    return showFailure(error, message, `${navigator.onLine ? reasonOf(error) : 'You’re offline.'} Your text is kept.`)
  }
  const problem = problemOf(error)
  const unseen = Object.entries(faults).filter(([name]) => !Object.hasOwn(values, name))
  const reason = problem?.errors ? unseen.map(([name, text]) => `${name}: ${text}`).join('. ') : problem?.detail
  showFailure(error, message, problem && problem.status < 500 ? reason : undefined)
}

import { fieldErrors, problemOf } from '@app/api-client'
import { showFailure } from './toasts.tsx'

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

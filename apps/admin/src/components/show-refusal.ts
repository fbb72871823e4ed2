import { problemOf } from '@app/api-client'
import { showFailure } from './toasts.tsx'

/**
 * Shows that a change failed. If the server refused it, the toast includes the reason, unless the fields show it
 * already; the server gives no reason for other failures. `kept` says what becomes of the user's text without a connection.
 */
export function showRefusal(error: Error, message: string, kept?: string): void {
  if (kept && !navigator.onLine) {
    showFailure(error, 'You’re offline.', kept)
    return
  }
  const problem = problemOf(error)
  const isExplained = problem && problem.status < 500 && !problem.errors
  showFailure(error, message, isExplained ? problem.detail : undefined)
}

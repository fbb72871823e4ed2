import { problemOf } from '@app/api-client'
import { showFailure } from './toasts.tsx'

/**
 * Shows that a change failed. If the server refused it, the toast includes the reason, unless the fields show it
 * already; the server gives no reason for other failures.
 */
export function showRefusal(error: Error, message: string): void {
  const problem = problemOf(error)
  const isExplained = problem && problem.status < 500 && !problem.errors
  showFailure(error, message, isExplained ? problem.detail : undefined)
}

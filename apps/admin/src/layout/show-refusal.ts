import { problemOf } from '@app/api-client'
import { showFailure } from './toasts.tsx'

/**
 * A change that failed. The server says why it refuses one, in words for people, unless its fields say so already; of
 * other failures it says nothing.
 */
export function showRefusal(error: Error, message: string): void {
  const problem = problemOf(error)
  const isExplained = problem && problem.status < 500 && !problem.errors
  showFailure(error, message, isExplained ? problem.detail : undefined)
}

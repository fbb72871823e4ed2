import { problemOf } from '@app/api-client'
import { showFailure } from '../../layout/toasts.tsx'

/** A change of settings that failed. The server says why it refuses one, in words for people; other failures it does not. */
export function showRefusal(error: Error, message: string): void {
  const problem = problemOf(error)
  showFailure(error, message, problem && problem.status < 500 ? problem.detail : undefined)
}

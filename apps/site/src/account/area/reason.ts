import { ApiError, problemOf } from '@app/api-client'

/** Why a call failed and what to do, for the person who made it. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) return 'The server didn’t respond. Check your connection and try again.'
  const { status } = error
  if (status === 401) return 'Your session has ended.'
  if (status === 429) return 'That was too many requests. Wait a minute and try again.'
  if (status >= 500) return 'Something went wrong on our side. Try again in a minute.'
  if (status === 404) return 'It no longer exists. It may have been deleted in the meantime.'
  return problemOf(error)?.detail ?? 'The request was rejected.'
}

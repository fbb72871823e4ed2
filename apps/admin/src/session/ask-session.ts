import { ApiError, getCurrentUser } from '@app/api-client'
import { signInAgain } from './sign-in-again.ts'

/**
 * Checks the session with the server, which also extends it. If no user is signed in, goes to the sign-in page.
 * @throws when the server did not respond
 */
export async function askSession(): Promise<boolean> {
  try {
    await getCurrentUser()
    noteUse()
    return true
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error
    signInAgain()
    return false
  }
}

// All tabs of this browser share one session: a call from one of them extends it for all.
const key = 'session-used-at'

/** Records that the server responded to a call, which extends the session from now. */
export const noteUse = (): void => localStorage.setItem(key, String(Date.now()))

/** When this browser last used the session. */
export const lastUse = (): number => Number(localStorage.getItem(key)) || Date.now()

import { ApiError, getCurrentUser } from '@app/api-client'
import { noteUse } from './session-use.ts'
import { signInAgain } from './sign-in-again.ts'

/**
 * Checks the session with the server, which also extends it. If no user is signed in, goes to the sign-in page.
 * @throws when the server did not answer
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

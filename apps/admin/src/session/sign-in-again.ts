import { showError } from '@app/ui/notify'
import { loginUrl } from '../api-origin.ts'
import { browser } from './browser.ts'

// Leaves time to read the toast before the browser goes to the sign-in page.
export const redirectDelayMs = 500

let isLeaving = false

/** The one reaction to a lost session, however many calls notice it. After signing in, staff are back on this screen. */
export function signInAgain(): void {
  if (isLeaving) return
  isLeaving = true
  showError({ title: 'Unauthorized', message: 'You are logged out. Logging in again...' })
  const { pathname, search } = window.location
  setTimeout(() => browser.leaveFor(loginUrl(pathname + search)), redirectDelayMs)
}

/** Tests begin without a departure under way. */
export const forgetDeparture = (): void => {
  isLeaving = false
}

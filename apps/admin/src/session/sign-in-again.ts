import { showError } from '@app/ui/notify'
import { loginUrl } from '../api-origin.ts'
import { browser } from './browser.ts'

// Leaves time to read the toast before the browser goes to the sign-in page.
export const redirectDelayMs = 500

let departure: ReturnType<typeof setTimeout> | undefined

/** The one reaction to a lost session, however many calls notice it. After signing in, staff are back on this screen. */
export function signInAgain(): void {
  if (departure !== undefined) return
  showError({ title: 'Unauthorized', message: 'You are logged out. Logging in again...' })
  const { pathname, search } = window.location
  departure = setTimeout(() => browser.leaveFor(loginUrl(pathname + search)), redirectDelayMs)
}

/** The browser is about to leave for the sign-in page. */
export const isSigningInAgain = (): boolean => departure !== undefined

/** Calls off a departure under way: each test begins without one. */
export const forgetDeparture = (): void => {
  clearTimeout(departure)
  departure = undefined
}

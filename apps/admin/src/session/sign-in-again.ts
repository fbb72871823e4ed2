import { showError } from '@app/ui/notify'
import { loginUrl } from '../api-origin.ts'
import { browser } from './browser.ts'

// Leaves time to read the toast before the browser goes to the sign-in page.
export const redirectDelayMs = 500

/** How long a page that is being left is not sent elsewhere. A link to a program, such as mailto, leaves nothing. */
export const leavingMs = 10_000

let departure: ReturnType<typeof setTimeout> | undefined
let leavingSince = -Infinity

window.addEventListener('beforeunload', () => {
  leavingSince = performance.now()
})

/**
 * Not while the browser is leaving already: who presses Logout loses the session before the next page is there, and
 * single sign-on would let them straight back in.
 */
function depart(url: string): void {
  const waitMs = leavingSince + leavingMs - performance.now()
  if (waitMs <= 0) return browser.leaveFor(url)
  departure = setTimeout(depart, waitMs, url)
}

/** The one reaction to a lost session, however many calls notice it. After signing in, staff are back on this screen. */
export function signInAgain(): void {
  if (departure !== undefined) return
  showError({ title: 'Unauthorized', message: 'You are logged out. Logging in again...' })
  const { pathname, search } = window.location
  departure = setTimeout(depart, redirectDelayMs, loginUrl(pathname + search))
}

/** The browser is about to leave for the sign-in page. */
export const isSigningInAgain = (): boolean => departure !== undefined

/** Calls off a departure under way: each test begins without one. */
export const forgetDeparture = (): void => {
  clearTimeout(departure)
  departure = undefined
  leavingSince = -Infinity
}

import { showError } from '@app/ui/notify'
import { loginUrl } from '../api-origin.ts'
import { browser } from './browser.ts'

// Leaves time to read the toast before the browser goes to the sign-in page.
export const redirectDelayMs = 500

/** How long a page that is unloading is not redirected. A link that opens a program, such as mailto, never unloads it. */
export const leavingMs = 10_000

let departure: ReturnType<typeof setTimeout> | undefined
let leavingSince = -Infinity

window.addEventListener('beforeunload', () => {
  leavingSince = performance.now()
})

/**
 * Waits while the page is unloading anyway: Logout ends the session before the next page arrives, and a redirect to
 * single sign-on would sign the person straight back in.
 */
function depart(url: string): void {
  const waitMs = leavingSince + leavingMs - performance.now()
  if (waitMs <= 0) return browser.leaveFor(url)
  departure = setTimeout(depart, waitMs, url)
}

/** Handles a lost session once, however many calls notice it. Signing in leads back to this screen. */
export function signInAgain(): void {
  if (departure !== undefined) return
  showError({ title: 'Unauthorized', message: 'You are logged out. Logging in again...' })
  const { pathname, search } = window.location
  departure = setTimeout(depart, redirectDelayMs, loginUrl(pathname + search))
}

/** The browser is about to leave for the sign-in page. */
export const isSigningInAgain = (): boolean => departure !== undefined

/** Cancels a pending redirect, so that each test begins without one. */
export const forgetDeparture = (): void => {
  clearTimeout(departure)
  departure = undefined
  leavingSince = -Infinity
}

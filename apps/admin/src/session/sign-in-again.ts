import { showError } from '@app/ui/notify'
import { withTabStorage } from '@app/ui/tab-storage'
import { apiOrigin, loginUrl, type SignInReason } from '../urls/api-origin.ts'
import { browser } from '../urls/browser.ts'
import { dropDraftsOfOthers, hasDrafts } from './drafts.ts'

// Leaves time to read the toast before the browser goes to the sign-in page.
export const redirectDelayMs = 500

/**
 * How long redirects are suppressed after `beforeunload`. A link that opens a program, such as mailto, never unloads
 * the page.
 */
export const leavingMs = 10_000

/**
 * Set in this tab when it leaves for the sign-in page, and removed once there is a session. If the browser blocks storage
 * together with cookies, signing in is impossible, and the sign-in page stays.
 */
const leftKey = 'left-to-sign-in'

/**
 * True if the sign-in page sent the browser here, rather than a link, Back, or a typed URL. The referrer only contains the
 * origin, because single sign-on without a prompt leads straight back to this app.
 */
function isBackFromSignIn(): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  const isByHistory = navigation !== undefined && 'type' in navigation && navigation.type === 'back_forward'
  if (document.referrer === '' || isByHistory) return false
  const { origin, pathname } = new URL(document.referrer)
  const here = window.location
  const [, folder] = pathname.split('/')
  return (
    [here.origin, new URL(apiOrigin, here.href).origin].includes(origin) &&
    ['', 'api', here.pathname.split('/')[1]].includes(folder)
  )
}

/**
 * True if the sign-in page sent this browser back without a session, because the browser doesn't send the cookie with
 * requests. Another redirect would end here again.
 */
export const cameBackWithoutSession = (): boolean =>
  isBackFromSignIn() && withTabStorage((storage) => storage.getItem(leftKey)) === 'true'

let wasSignedIn = false

/** Records that there is a session. If it is lost later, the sign-in page explains that it has ended. */
export const noteSession = (staffId: string): void => {
  wasSignedIn = true
  dropDraftsOfOthers(staffId)
  withTabStorage((storage) => storage.removeItem(leftKey))
}

let departure: ReturnType<typeof setTimeout> | undefined
let leavingSince = -Infinity

window.addEventListener('beforeunload', () => {
  leavingSince = performance.now()
})

/**
 * Waits while the page is unloading anyway: logout ends the session before the next page arrives, and a redirect to
 * single sign-on would sign the person straight back in.
 */
function depart(url: string): void {
  const waitMs = leavingSince + leavingMs - performance.now()
  if (waitMs <= 0) {
    withTabStorage((storage) => storage.setItem(leftKey, 'true'))
    if (wasSignedIn) noteDeparture()
    return browser.leaveFor(url)
  }
  departure = setTimeout(depart, waitMs, url)
}

/** The explanation for the sign-in page. */
function reason(): SignInReason | undefined {
  if (!wasSignedIn) return undefined
  return hasDrafts() ? 'draft_kept' : 'session_ended'
}

/** Times when this tab recently left for the sign-in page despite having a session, in milliseconds since 1970. */
const departuresKey = 'departures'
const departuresWithinMs = 60_000
const maxDepartures = 3
let isLoopShown = false

function recentDepartures(): number[] {
  const stored = withTabStorage((storage) => storage.getItem(departuresKey)) ?? ''
  const now = performance.timeOrigin + performance.now()
  return stored
    .split(' ')
    .map(Number)
    .filter((at) => at > now - departuresWithinMs)
}

function noteDeparture(): void {
  const departures = [...recentDepartures(), performance.timeOrigin + performance.now()]
  withTabStorage((storage) => storage.setItem(departuresKey, departures.join(' ')))
}

/** True if signing in doesn't help, because requests are rejected despite a session. */
function isInLoop(): boolean {
  if (!wasSignedIn || recentDepartures().length < maxDepartures) return false
  if (!isLoopShown) {
    isLoopShown = true
    showError({
      title: 'The server is rejecting your requests',
      message: 'You are signed in, but the server does not accept your session. Reload the page in a minute.',
      autoClose: false,
    })
  }
  return true
}

/**
 * Handles a lost session once, no matter how many calls fail. Signing in returns to this screen, and RequireStaff
 * handles a return without a session.
 */
export function signInAgain(): void {
  if (departure !== undefined || cameBackWithoutSession() || isInLoop()) return
  showError({ title: 'Unauthorized', message: 'You are logged out. Logging in again...' })
  const { pathname, search } = window.location
  departure = setTimeout(depart, redirectDelayMs, loginUrl(pathname + search, reason()))
}

/** True while a redirect to the sign-in page is pending. */
export const isSigningInAgain = (): boolean => departure !== undefined

/** Cancels a pending redirect, as a page load does. */
export const forgetDeparture = (): void => {
  clearTimeout(departure)
  departure = undefined
  leavingSince = -Infinity
  wasSignedIn = false
  isLoopShown = false
}

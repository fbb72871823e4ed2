import type { Input } from '@app/contract'
import type { Navigation } from '../http/context.ts'
import type { NavigationContext } from './context.ts'
import { PasswordsBusy } from '../modules/staff/password.ts'
import { tooManyAttempts } from '../modules/auth/sign-in-limit.ts'
import { secondStepPage } from '../modules/auth/second-step-page.ts'
import { signInPage, singleSignOnPage } from '../modules/auth/sign-in-page.ts'
import { beginAtProvider, type SignInResult } from '../modules/auth/sign-in.service.ts'
import type { Page } from '../modules/auth/staff-page.ts'

/**
 * The redirect target after sign-in: a page of the admin app, or its home page when `wanted` is anything else.
 * `sameHost`: the admin app is on the host of this request, so a path is enough.
 */
function safeReturnTo(wanted: string | undefined, adminUrl: URL, sameHost: boolean): string {
  const address = (url: URL) => (sameHost ? url.pathname + url.search + url.hash : url.href)
  // eslint-disable-next-line no-control-regex -- control characters are what this looks for
  if (!wanted || /[\u0000-\u0020\\]/.test(wanted) || !URL.canParse(wanted, adminUrl.origin)) return address(adminUrl)
  const url = new URL(wanted, adminUrl.origin)
  const inside = url.pathname === adminUrl.pathname || url.pathname.startsWith(`${adminUrl.pathname}/`)
  const ours = url.origin === adminUrl.origin && !url.username && !url.password
  return inside && ours ? address(url) : address(adminUrl)
}

/** The redirect target after sign-in. */
export const targetOf = (wanted: string | undefined, { config }: NavigationContext): string =>
  safeReturnTo(wanted, config.adminUrl, config.apiOrigin === config.adminUrl.origin)

/** Redirects to the provider where single sign-on is configured. Otherwise returns the password page. */
export async function beginSignIn(
  target: string,
  context: NavigationContext,
  reason?: Input<'getSignInPage'>['query']['reason'],
): Promise<Navigation> {
  const { config, singleSignOn } = context
  if (!singleSignOn) return signInPage(config, { returnTo: target, reason })
  const begun = await beginAtProvider(context, singleSignOn, target)
  if (!begun) return unavailable(context, target)
  context.keepPendingSignIn(begun.pending)
  return { redirectTo: begun.url }
}

/** Starts the session after a successful sign-in. Otherwise returns the page with the reason of the failure. */
export async function answerSignIn(
  result: SignInResult,
  context: NavigationContext,
  target: string,
  pageWith: (message: string, isLight: boolean) => Page,
): Promise<Navigation> {
  if (result.outcome === 'signed_in') {
    await context.startSession(result.staffId)
    return { redirectTo: target }
  }
  if (result.outcome === 'second_step') {
    return secondStepPage(context.config, { returnTo: target, ...result })
  }
  if (result.outcome === 'limited') {
    const { retryAfterSeconds } = result
    return { ...pageWith(tooManyAttempts(retryAfterSeconds), false), status: 429, retryAfterSeconds }
  }
  if (result.outcome === 'busy') {
    return { ...pageWith(result.message, true), status: 503, retryAfterSeconds: PasswordsBusy.retryAfterSeconds }
  }
  if (result.outcome === 'refused') return { ...pageWith(result.refusal, false), status: 401 }
  return unavailable(context, target)
}

const unavailable = ({ config }: NavigationContext, target: string): Navigation => ({
  ...singleSignOnPage(config, target, 'Single sign-on is not responding. Try again shortly.'),
  status: 503,
  retryAfterSeconds: 5,
})

import type { Input } from '@app/contract'
import { forbidden, notFound } from '../errors/errors.ts'
import type { Navigation } from '../http/context.ts'
import type { NavigationContext, Handlers } from './context.ts'
import { relyingParty } from '../modules/second-factor/passkeys.service.ts'
import { signInWithPasskey } from '../modules/auth/passkey-sign-in.service.ts'
import { verifySecondFactor } from '../modules/auth/second-step.service.ts'
import { secondStepPage, signInPage, signOutPage, singleSignOnPage } from '../modules/auth/sign-in-page.ts'
import {
  noPasswordSignIn,
  signInThroughProvider,
  signInWithPassword,
  beginAtProvider,
  type SignInResult,
} from '../modules/auth/sign-in.service.ts'
import { holderOf } from '../modules/staff/one-time-links.service.ts'
import { linkPage, linkResultPage } from '../modules/auth/set-password-page.ts'
import { followLink } from '../modules/auth/set-password.service.ts'
import { PasswordsBusy } from '../modules/staff/password.ts'
import { tooManyAttempts } from '../modules/auth/sign-in-limit.ts'
import type { Page } from '../modules/auth/staff-page.ts'

/**
 * The redirect target after sign-in: a page of the admin app, or its home page when `wanted` is anything else. With
 * `sameHost`, the admin app is on this request's host, so a path suffices.
 */
function safeReturnTo(wanted: string | undefined, adminUrl: URL, sameHost: boolean): string {
  const address = (url: URL) => (sameHost ? url.pathname + url.search + url.hash : url.href)
  // eslint-disable-next-line no-control-regex -- The pattern matches control characters.
  if (!wanted || /[\u0000-\u0020\\]/.test(wanted) || !URL.canParse(wanted, adminUrl.origin)) return address(adminUrl)
  const url = new URL(wanted, adminUrl.origin)
  const inside = url.pathname === adminUrl.pathname || url.pathname.startsWith(`${adminUrl.pathname}/`)
  const ours = url.origin === adminUrl.origin && !url.username && !url.password
  return inside && ours ? address(url) : address(adminUrl)
}

/** The redirect target after sign-in. */
const targetOf = (wanted: string | undefined, { config }: NavigationContext): string =>
  safeReturnTo(wanted, config.adminUrl, config.apiOrigin === config.adminUrl.origin)

/** Redirects to the provider if single sign-on is configured. Otherwise returns the password page. */
async function beginSignIn(
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

/** Starts the session after a successful sign-in. Otherwise returns the page with the reason for the failure. */
async function answerSignIn(
  result: SignInResult,
  context: NavigationContext,
  target: string,
  pageWith: (message: string, isLight: boolean) => Page,
): Promise<Navigation> {
  if (result.outcome === 'signed_in') {
    await context.startSession(result.owner)
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

export const signInHandlers = {
  async getSignInPage({ query }, context) {
    const target = targetOf(query.return_to, context)
    if (context.staff) return { redirectTo: target }
    if (context.singleSignOn && query.signed_out) return singleSignOnPage(context.config, target)
    return beginSignIn(target, context, query.reason)
  },

  async signIn({ body }, context) {
    const target = targetOf(body.return_to, context)
    return answerSignIn(await signInWithPassword(context, body), context, target, (message, isLight) =>
      signInPage(context.config, { returnTo: target, email: body.email, message, isLight }),
    )
  },

  async verifySecondFactor({ body }, context) {
    const { config } = context
    const returnTo = targetOf(body.return_to, context)
    const { result, factors } = await verifySecondFactor(context, config.sessionSecrets, body)
    if (result.outcome === 'expired') {
      const message = 'Your sign-in timed out. Enter your password again.'
      return { ...signInPage(config, { returnTo, message }), status: 401 }
    }
    return answerSignIn(result, context, returnTo, (message) =>
      secondStepPage(config, {
        returnTo,
        challenge: body.challenge,
        ...factors,
        refused: { message, isRecoveryCode: Boolean(body.recovery_code) },
      }),
    )
  },

  async signInWithPasskey({ body }, context) {
    const { config, singleSignOn } = context
    if (singleSignOn) throw noPasswordSignIn()
    const returnTo = targetOf(body.return_to, context)
    const result = await signInWithPasskey(context, relyingParty(config), body)
    return answerSignIn(result, context, returnTo, (message) => signInPage(config, { returnTo, message }))
  },

  async completeSingleSignOn({ query: { state } }, context) {
    const { singleSignOn, pendingSignIn: pending, config, url } = context
    if (!singleSignOn) throw notFound('page')
    context.keepPendingSignIn(undefined)
    const target = targetOf(pending?.returnTo, context)
    const answer = { query: url.slice(url.indexOf('?') + 1), state, pending }
    return answerSignIn(await signInThroughProvider(context, singleSignOn, answer), context, target, (message) =>
      singleSignOnPage(config, target, message),
    )
  },

  async signOut(_input, context) {
    if (context.fromAnotherSite) throw forbidden('Sign out in the staff app.')
    // Following a link must not sign a person out, so another site's link gets a confirmation page.
    return context.isOwnNavigation || !context.staff ? endSession(context) : signOutPage(context.config)
  },

  confirmSignOut: (_input, context) => endSession(context),
  getSetPasswordPage: async ({ query: { link: token = '' } }, { em, config, singleSignOn }) =>
    linkPage(config, await holderOf(em, token), token, singleSignOn !== undefined),
  setPassword: async ({ body }, context) => linkResultPage(context.config, await followLink(context, body), body.token),
} satisfies Handlers

async function endSession({ staff, log, singleSignOn, ...context }: NavigationContext): Promise<Navigation> {
  if (staff) log.info({ event: 'signed_out', staffId: staff.id })
  await context.endSession()
  return { redirectTo: singleSignOn ? '/api/login?signed_out=true' : '/api/login' }
}

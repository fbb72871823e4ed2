import { forbidden, notFound } from '../errors/errors.ts'
import type { Navigation } from '../http/context.ts'
import type { NavigationContext, Handlers } from './context.ts'
import { answerSignIn, beginSignIn, targetOf } from './sign-in-answers.ts'
import { relyingParty } from '../modules/second-factor/relying-party.ts'
import { signInWithPasskey } from '../modules/auth/passkey-sign-in.service.ts'
import { verifySecondFactor } from '../modules/auth/second-step.service.ts'
import { secondStepPage } from '../modules/auth/second-step-page.ts'
import { signInPage, signOutPage, singleSignOnPage } from '../modules/auth/sign-in-page.ts'
import { noPasswordSignIn, signInThroughProvider, signInWithPassword } from '../modules/auth/sign-in.service.ts'

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
    if (context.fromAnotherSite) throw forbidden('Sign out from the admin app itself.')
    // A link must not sign out the person who follows it, so we ask for confirmation when another site may have opened it.
    return context.isOwnNavigation || !context.staff ? endSession(context) : signOutPage(context.config)
  },

  async confirmSignOut(_input, context) {
    return endSession(context)
  },
} satisfies Handlers

async function endSession({ staff, log, singleSignOn, ...context }: NavigationContext): Promise<Navigation> {
  if (staff) log.info({ event: 'signed_out', staffId: staff.id })
  await context.endSession()
  return { redirectTo: singleSignOn ? '/api/login?signed_out=true' : '/api/login' }
}

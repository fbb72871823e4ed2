import { createHash } from 'node:crypto'
import type { Navigation } from '../../http/context.ts'
import type { NavigationContext, NavigationHandlers } from '../context.ts'
import { forbidden, notFound } from '../../errors.ts'
import { accountEmail } from '../staff/account-email.ts'
import { acceptInvitation } from '../staff/one-time-links.service.ts'
import { networkOfCaller, recordSignIn, type SignInAttempt } from '../staff/sign-ins.service.ts'
import * as auth from './auth.service.ts'
import { safeReturnTo } from './return-to.ts'
import { signInPage, singleSignOnPage, tooManyAttempts } from './sign-in-page.ts'
import { ProviderRefused, ProviderUnavailable } from './single-sign-on.ts'

/** Lets one account's sign-ins be followed through the log without naming the person. */
const accountMark = (email: string) => createHash('sha256').update(accountEmail(email)).digest('hex').slice(0, 12)

const eventOf = { signed_in: 'signed_in', refused: 'sign_in_refused', limited: 'sign_in_limited' } as const

/** Writes down how an attempt ended, in the history that staff see and as one line of the log. Neither names the person. */
async function note(
  { em, log, clientAddress, singleSignOn }: NavigationContext,
  outcome: SignInAttempt['outcome'],
  { reason, ...who }: Pick<SignInAttempt, 'staffId' | 'email'> & { reason?: string },
): Promise<void> {
  const network = networkOfCaller(clientAddress)
  await recordSignIn(em, { outcome, method: singleSignOn ? 'sso' : 'password', network, ...who })
  const line = {
    event: eventOf[outcome],
    ...(who.staffId && { staffId: who.staffId }),
    ...(who.email && { account: accountMark(who.email) }),
    ...(reason && { reason }),
    network,
  }
  if (outcome === 'signed_in') log.info(line)
  else log.warn(line)
}

const returnTo = (wanted: string | undefined, { config, onAdminHost }: NavigationContext) =>
  safeReturnTo(wanted, config.adminUrl, onAdminHost)

function providerIsAway(error: ProviderUnavailable, target: string, { config, log }: NavigationContext): Navigation {
  log.error({ event: 'sign_in_provider_unavailable', reason: error.message, cause: causeOf(error) })
  const page = singleSignOnPage(config, target, 'Single sign-on does not answer at the moment. Try again shortly.')
  return { ...page, status: 503, retryAfterSeconds: 5 }
}

/** The name of what went wrong below; its message could repeat what the provider sent. */
const causeOf = ({ cause }: Error) => (cause instanceof Error ? ('code' in cause ? cause.code : cause.name) : undefined)

/** To single sign-on where it is set up, else the password page. */
async function beginSignIn(target: string, context: NavigationContext): Promise<Navigation> {
  if (!context.singleSignOn) return signInPage(context.config, { returnTo: target })
  try {
    const { url, pending } = await context.singleSignOn.begin(target)
    context.keepPendingSignIn(pending)
    return { redirectTo: url }
  } catch (error) {
    if (error instanceof ProviderUnavailable) return providerIsAway(error, target, context)
    throw error
  }
}

export const signInHandlers: NavigationHandlers<'showSignIn' | 'signIn' | 'finishSignIn' | 'signOut'> = {
  async showSignIn({ query }, context) {
    const target = returnTo(query.return_to, context)
    if (context.staff) return { redirectTo: target }
    if (context.singleSignOn && query.signed_out) return singleSignOnPage(context.config, target)
    return beginSignIn(target, context)
  },

  async signIn({ body }, context) {
    const { em, clientAddress, config, signInLimit } = context
    if (context.singleSignOn) throw forbidden('Staff sign in through single sign-on here; passwords are not accepted.')
    const target = returnTo(body.return_to, context)
    const form = { returnTo: target, email: body.email }

    const waitSeconds = await signInLimit.consume(clientAddress, body.email)
    if (waitSeconds !== undefined) {
      await note(context, 'limited', { email: body.email })
      return {
        ...signInPage(config, { ...form, message: tooManyAttempts(waitSeconds) }),
        status: 429,
        retryAfterSeconds: waitSeconds,
      }
    }
    const staffId = await auth.checkPassword(em, body.email, body.password)
    if (!staffId) {
      await note(context, 'refused', { email: body.email })
      return { ...signInPage(config, { ...form, message: 'Email or password is not right.' }), status: 401 }
    }
    await signInLimit.forgive(body.email)
    await note(context, 'signed_in', { staffId })
    await context.startSession(staffId)
    return { redirectTo: target }
  },

  async finishSignIn({ query }, context) {
    const { em, clientAddress, config, signInLimit, singleSignOn, pendingSignIn } = context
    if (!singleSignOn) throw notFound('page')
    context.keepPendingSignIn(undefined)
    const target = returnTo(pendingSignIn?.returnTo, context)
    const refuse = async (reason: string, message: string, email?: string): Promise<Navigation> => {
      await note(context, 'refused', { reason, ...(email && { email }) })
      return { ...singleSignOnPage(config, target, message), status: 401 }
    }

    const waitSeconds = await signInLimit.consume(clientAddress)
    if (waitSeconds !== undefined) {
      await note(context, 'limited', {})
      const limited = singleSignOnPage(config, target, tooManyAttempts(waitSeconds))
      return { ...limited, status: 429, retryAfterSeconds: waitSeconds }
    }
    // Another browser's answer, or one that is used up: nobody else is asked about it.
    if (!pendingSignIn || query.state !== pendingSignIn.state) {
      return refuse('not_pending', 'This sign-in has expired or was begun in another window.')
    }
    try {
      const email = await singleSignOn.finish(context.url.split('?')[1] ?? '', pendingSignIn)
      const staffId = (await auth.findEnabledStaff(em, email)) ?? (await acceptInvitation(em, email))
      if (!staffId) {
        return await refuse(
          'no_account',
          'No enabled staff account has your email address. An owner can add one.',
          email,
        )
      }
      await note(context, 'signed_in', { staffId })
      await context.startSession(staffId)
      return { redirectTo: target }
    } catch (error) {
      if (error instanceof ProviderUnavailable) return providerIsAway(error, target, context)
      if (error instanceof ProviderRefused) return refuse(error.message, 'Your sign-in was not confirmed.')
      throw error
    }
  },

  async signOut(_input, context) {
    if (context.fromAnotherSite) throw forbidden('Sign out from the admin app itself.')
    if (context.staff) context.log.info({ event: 'signed_out', staffId: context.staff.id })
    await context.endSession()
    return { redirectTo: context.singleSignOn ? '/api/login?signed_out=true' : '/api/login' }
  },
}

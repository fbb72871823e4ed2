import { createHash } from 'node:crypto'
import type { NavigationContext, NavigationHandlers, StaffHandlers } from '../../http/context.ts'
import { forbidden } from '../../errors.ts'
import * as auth from './auth.service.ts'
import { safeReturnTo } from './return-to.ts'
import { signInPage } from './sign-in-page.ts'

export const authHandlers: StaffHandlers<'getAuthUser'> = {
  async getAuthUser(_input, { staff }) {
    return staff
  },
}

/** Lets one account's sign-ins be followed through the log without naming the person. */
const accountMark = (email: string) =>
  createHash('sha256').update(email.trim().toLowerCase()).digest('hex').slice(0, 12)

const returnTo = (wanted: string | undefined, { config, onAdminHost }: NavigationContext) =>
  safeReturnTo(wanted, config.adminUrl, onAdminHost)

export const navigationHandlers: NavigationHandlers = {
  async showSignIn({ query }, context) {
    const target = returnTo(query.return_to, context)
    if (context.staff) return { redirectTo: target }
    return signInPage(context.config, { returnTo: target })
  },

  async signIn({ body }, context) {
    const { em, log, clientAddress, config, signInLimit } = context
    const target = returnTo(body.return_to, context)
    const account = accountMark(body.email)
    const form = { returnTo: target, email: body.email }

    const waitSeconds = await signInLimit.consume(body.email, clientAddress)
    if (waitSeconds !== undefined) {
      log.warn({ event: 'sign_in_limited', account, clientAddress })
      const message = `Too many attempts. Try again in ${waitSeconds} ${waitSeconds === 1 ? 'second' : 'seconds'}.`
      return { ...signInPage(config, { ...form, message }), status: 429, retryAfterSeconds: waitSeconds }
    }
    const staffId = await auth.checkPassword(em, body.email, body.password)
    if (!staffId) {
      log.warn({ event: 'sign_in_refused', account, clientAddress })
      return { ...signInPage(config, { ...form, message: 'Email or password is not right.' }), status: 401 }
    }
    await signInLimit.forgive(body.email)
    await context.startSession(staffId)
    log.info({ event: 'signed_in', staffId, clientAddress })
    return { redirectTo: target }
  },

  async signOut(_input, context) {
    if (context.fromAnotherSite) throw forbidden('Sign out from the admin app itself.')
    if (context.staff) context.log.info({ event: 'signed_out', staffId: context.staff.id })
    await context.endSession()
    return { redirectTo: '/api/login' }
  },
}

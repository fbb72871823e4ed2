import type { Handlers } from './context.ts'
import { sessionLifetimes } from '../modules/sessions/session-lifetime.ts'
import { updateOwnPassword } from '../modules/auth/own-password.service.ts'

export const authHandlers = {
  async getCurrentUser(_input, { staff, sessionEndsAt, needsSecondFactor, config }) {
    const signInMethod = config.singleSignOn ? 'sso' : 'password'
    const { businessTimeZone } = config
    const { idleMinutes } = sessionLifetimes.staff
    const session = { idleMinutes, endsAt: sessionEndsAt }
    return { ...staff, session, signInMethod, businessTimeZone, ...(needsSecondFactor && { needsSecondFactor }) }
  },

  async updateOwnPassword({ body }, { staff, sessionKey, ...caller }) {
    return updateOwnPassword(caller, staff, sessionKey, body)
  },
} satisfies Handlers

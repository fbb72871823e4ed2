import type { StaffHandlers } from '../context.ts'
import { idleMinutes } from '../staff/session-lifetime.ts'
import { changeOwnPassword } from './own-password.service.ts'

export const authHandlers: StaffHandlers<'getAuthUser' | 'changeOwnPassword'> = {
  async getAuthUser(_input, { staff, sessionEndsAt, needsSecondFactor, config }) {
    const signInMethod = config.singleSignOn ? 'sso' : 'password'
    const { businessTimeZone } = config
    const session = { idleMinutes, endsAt: sessionEndsAt }
    return { ...staff, session, signInMethod, businessTimeZone, ...(needsSecondFactor && { needsSecondFactor }) }
  },

  async changeOwnPassword({ body }, { staff, sessionKey, ...caller }) {
    return changeOwnPassword(caller, staff, sessionKey, body)
  },
}

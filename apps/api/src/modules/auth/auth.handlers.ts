import type { StaffHandlers } from '../context.ts'
import { idleMinutes } from '../staff/session-lifetime.ts'
import { changeOwnPassword } from './own-password.service.ts'

export const authHandlers: StaffHandlers<'getAuthUser' | 'changeOwnPassword'> = {
  async getAuthUser(_input, { staff, sessionEndsAt, config }) {
    const signInMethod = config.singleSignOn ? 'sso' : 'password'
    const { businessTimeZone } = config
    return { ...staff, session: { idleMinutes, endsAt: sessionEndsAt }, signInMethod, businessTimeZone }
  },

  async changeOwnPassword({ body }, { staff, sessionKey, ...caller }) {
    return changeOwnPassword(caller, staff, sessionKey, body)
  },
}

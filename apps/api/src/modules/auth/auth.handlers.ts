import type { StaffHandlers } from '../context.ts'
import { invalidMember, noPasswordsHere, ProblemError } from '../../errors.ts'
import { idleMinutes } from '../staff/session-lifetime.ts'
import { networkOfCaller } from '../staff/sign-ins.service.ts'
import { changeOwnPassword, refuseWeakPassword } from './own-password.service.ts'
import { tooManyAttempts } from './sign-in-page.ts'

export const authHandlers: StaffHandlers<'getAuthUser' | 'changeOwnPassword'> = {
  async getAuthUser(_input, { staff, sessionEndsAt, config }) {
    const signInMethod = config.singleSignOn ? 'sso' : 'password'
    return { ...staff, session: { idleMinutes, endsAt: sessionEndsAt }, signInMethod }
  },

  async changeOwnPassword({ body }, { em, staff, config, log, clientAddress, signInLimit, sessionKey }) {
    if (config.singleSignOn) throw noPasswordsHere()
    refuseWeakPassword(body)
    // A session that somebody else holds is no place to guess the password in.
    const retryAfterSeconds = await signInLimit.consume(clientAddress, staff.email)
    if (retryAfterSeconds !== undefined) {
      throw new ProblemError(429, 'rate_limited', tooManyAttempts(retryAfterSeconds), { retryAfterSeconds })
    }
    if (!(await changeOwnPassword(em, staff, sessionKey, body))) {
      log.warn({ event: 'password_change_refused', staffId: staff.id, network: networkOfCaller(clientAddress) })
      throw invalidMember('/currentPassword', 'is not your password')
    }
    await signInLimit.forgive(staff.email)
    log.info({ event: 'password_changed', staffId: staff.id })
  },
}

import type { Handlers } from './context.ts'
import { sessionLifetimes } from '../modules/sessions/session-lifetime.ts'
import { updateOwnPassword, provePassword } from '../modules/auth/own-password.service.ts'
import { staffOwner } from '../entities/owner.ts'
import { listSessions } from '../modules/sessions/sessions.queries.ts'
import * as sessions from '../modules/staff/sessions.service.ts'
import { secondFactorRequired } from '../errors/errors.ts'
import { listTokens } from '../modules/staff/tokens.queries.ts'
import * as tokens from '../modules/tokens/tokens.service.ts'
import { createPasskeyChallenge } from '../modules/auth/passkey-sign-in.service.ts'
import type { SessionRequestContext } from '../http/context.ts'
import { createAuthenticator } from '../modules/second-factor/authenticator.service.ts'
import { passkeyOptions, relyingParty } from '../modules/second-factor/passkeys.service.ts'
import * as factors from '../modules/second-factor/second-factor.service.ts'

type Session = Pick<SessionRequestContext, 'needsSecondFactor' | 'renewSession'>

/** A session that gains rights gets a new id. Any other keeps its id: the app would treat its end as a sign-out. */
async function renewIfOpened({ needsSecondFactor, renewSession }: Session): Promise<void> {
  if (needsSecondFactor) await renewSession()
}

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

  async listOwnSessions(_input, { em, staff: self, sessionKey }) {
    return listSessions(em, staffOwner(self.id), sessionKey)
  },

  async deleteOtherSessions(_input, { em, staff: self, sessionKey }) {
    return sessions.deleteOtherSessions(em, self, sessionKey)
  },

  async deleteOwnSession({ params }, { em, staff: self, sessionKey }) {
    return sessions.deleteOwnSession(em, self, sessionKey, params.id)
  },

  async listStaffSessions({ params }, { em, sessionKey }) {
    return sessions.listSessionsOf(em, params.id, sessionKey)
  },

  async deleteStaffSessions({ params }, { em, staff: actor }) {
    return sessions.endSessionsOf(em, actor, params.id)
  },

  async deleteStaffSession({ params }, { em, staff: actor }) {
    return sessions.endSessionOf(em, actor, params.id)
  },

  async listOwnTokens(_input, { em, staff: self }) {
    return listTokens(em, self.id)
  },

  async createOwnToken(
    { body: { currentPassword, ...wanted } },
    { staff: self, sessionKey, needsSecondFactor, ...caller },
  ) {
    if (needsSecondFactor) throw secondFactorRequired()
    await provePassword(caller, self, currentPassword, 'token_refused')
    return tokens.createToken(caller.em, self, sessionKey, wanted)
  },

  async deleteOwnToken({ params }, { em, staff: self }) {
    return tokens.deleteOwnToken(em, self, params.id)
  },

  async listStaffTokens({ params }, { em }) {
    return tokens.listTokensOf(em, params.id)
  },

  async deleteStaffToken({ params }, { em, staff: actor }) {
    return tokens.revokeTokenOf(em, actor, params.id)
  },

  async getOwnSecondFactor(_input, { em, staff, config }) {
    return factors.secondFactorOf(em, staff.id, config.requiresSecondFactor)
  },

  async createAuthenticator({ body }, { staff, ...caller }) {
    await provePassword(caller, staff, body.currentPassword)
    return createAuthenticator(caller.em, caller.config.sessionSecrets, staff)
  },

  async confirmAuthenticator({ body }, { em, config, staff, ...session }) {
    const codes = await factors.addAuthenticator(em, config.sessionSecrets, staff, body.code, session.sessionKey)
    await renewIfOpened(session)
    return codes
  },

  async deleteAuthenticator({ body }, { staff, sessionKey, ...caller }) {
    await provePassword(caller, staff, body.currentPassword)
    return factors.deleteAuthenticator(caller.em, staff, sessionKey, caller.config.requiresSecondFactor)
  },

  async createPasskeyOptions({ body }, { staff, ...caller }) {
    await provePassword(caller, staff, body.currentPassword)
    return passkeyOptions(caller.em, relyingParty(caller.config), staffOwner(staff.id), staff)
  },

  async createPasskey({ body }, { em, config, staff, ...session }) {
    const codes = await factors.createPasskey(em, relyingParty(config), staff, body, session.sessionKey)
    await renewIfOpened(session)
    return codes
  },

  async deletePasskey({ params, body }, { staff, sessionKey, ...caller }) {
    await provePassword(caller, staff, body.currentPassword)
    return factors.deletePasskey(caller.em, staff, sessionKey, params.id, caller.config.requiresSecondFactor)
  },

  async createRecoveryCodes({ body }, { staff, sessionKey, ...caller }) {
    await provePassword(caller, staff, body.currentPassword)
    return factors.createRecoveryCodes(caller.em, staff, sessionKey)
  },

  async deleteStaffSecondFactor({ params }, { em, staff: actor }) {
    await factors.deleteStaffSecondFactor(em, actor, params.id)
  },

  async createPasskeyChallenge(_input, caller) {
    return createPasskeyChallenge(caller, relyingParty(caller.config))
  },
} satisfies Handlers

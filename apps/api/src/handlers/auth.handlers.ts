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

/**
 * A session that gains rights gets a new id. Any other keeps its id, because the app would treat a new one as a
 * sign-out.
 */
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

  updateOwnPassword: ({ body }, { staff, sessionKey, ...caller }) => updateOwnPassword(caller, staff, sessionKey, body),
  listOwnSessions: (_input, { em, staff: self, sessionKey }) => listSessions(em, staffOwner(self.id), sessionKey),
  deleteOtherSessions: (_input, { em, staff: self, sessionKey }) => sessions.deleteOtherSessions(em, self, sessionKey),
  deleteOwnSession: ({ params }, { em, staff: self, sessionKey }) =>
    sessions.deleteOwnSession(em, self, sessionKey, params.id),
  listStaffSessions: ({ params }, { em, sessionKey }) => sessions.listSessionsOf(em, params.id, sessionKey),
  deleteStaffSessions: ({ params }, { em, staff: actor }) => sessions.endSessionsOf(em, actor, params.id),
  deleteStaffSession: ({ params }, { em, staff: actor }) => sessions.endSessionOf(em, actor, params.id),
  listOwnTokens: (_input, { em, staff: self }) => listTokens(em, self.id),

  async createOwnToken(
    { body: { currentPassword, ...wanted } },
    { staff: self, sessionKey, needsSecondFactor, ...caller },
  ) {
    if (needsSecondFactor) throw secondFactorRequired()
    await provePassword(caller, self, currentPassword, 'token_refused')
    return tokens.createToken(caller.em, self, sessionKey, wanted)
  },

  deleteOwnToken: ({ params }, { em, staff: self }) => tokens.deleteOwnToken(em, self, params.id),
  listStaffTokens: ({ params }, { em }) => tokens.listTokensOf(em, params.id),
  deleteStaffToken: ({ params }, { em, staff: actor }) => tokens.revokeTokenOf(em, actor, params.id),
  getOwnSecondFactor: (_input, { em, staff, config }) =>
    factors.secondFactorOf(em, staff.id, config.requiresSecondFactor),

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

  createPasskeyChallenge: (_input, caller) => createPasskeyChallenge(caller, relyingParty(caller.config)),
} satisfies Handlers

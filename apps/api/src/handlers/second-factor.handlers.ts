import { provePassword } from '../modules/auth/password-proof.service.ts'
import { createPasskeyChallenge } from '../modules/auth/passkey-sign-in.service.ts'
import type { SessionRequestContext } from '../http/context.ts'
import type { Handlers } from './context.ts'
import { staffOwner } from '../entities/owner.ts'
import { createAuthenticator } from '../modules/second-factor/authenticator.service.ts'
import { passkeyOptions } from '../modules/second-factor/passkeys.service.ts'
import { relyingParty } from '../modules/second-factor/relying-party.ts'
import * as factors from '../modules/second-factor/second-factor.service.ts'

type Session = Pick<SessionRequestContext, 'needsSecondFactor' | 'renewSession'>

/** A session that gains rights gets a new id. Any other keeps its id: the app would treat its end as a sign-out. */
async function renewIfOpened({ needsSecondFactor, renewSession }: Session): Promise<void> {
  if (needsSecondFactor) await renewSession()
}

export const secondFactorHandlers = {
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

  async deleteAuthenticator({ body }, { staff, ...caller }) {
    await provePassword(caller, staff, body.currentPassword)
    return factors.deleteAuthenticator(caller.em, staff, caller.config.requiresSecondFactor)
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

  async deletePasskey({ params, body }, { staff, ...caller }) {
    await provePassword(caller, staff, body.currentPassword)
    return factors.deletePasskey(caller.em, staff, params.id, caller.config.requiresSecondFactor)
  },

  async createRecoveryCodes({ body }, { staff, ...caller }) {
    await provePassword(caller, staff, body.currentPassword)
    return factors.createRecoveryCodes(caller.em, staff)
  },

  async deleteStaffSecondFactor({ params }, { em, staff: actor }) {
    await factors.deleteStaffSecondFactor(em, actor, params.id)
  },

  async createPasskeyChallenge(_input, caller) {
    return createPasskeyChallenge(caller, relyingParty(caller.config))
  },
} satisfies Handlers

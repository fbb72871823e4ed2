import { provePassword } from '../auth/password-proof.service.ts'
import { startPasskeySignIn } from '../auth/passkey-sign-in.service.ts'
import type { SessionRequestContext } from '../../http/context.ts'
import type { PublicHandlers, StaffHandlers } from '../context.ts'
import { startAuthenticator } from './authenticator.service.ts'
import { passkeyOptions } from './passkeys.service.ts'
import { relyingParty } from './relying-party.ts'
import * as factors from './second-factor.service.ts'

type Session = Pick<SessionRequestContext, 'needsSecondFactor' | 'renewSession'>

type Ids =
  | 'getOwnSecondFactor'
  | 'startAuthenticator'
  | 'confirmAuthenticator'
  | 'removeAuthenticator'
  | 'replaceRecoveryCodes'
  | 'startPasskey'
  | 'addPasskey'
  | 'removePasskey'
  | 'resetSecondFactor'

/**
 * A session that may do more from now on gets a new id. Any other one keeps its id: the app would take its end for a
 * sign-out.
 */
async function renewIfOpened({ needsSecondFactor, renewSession }: Session): Promise<void> {
  if (needsSecondFactor) await renewSession()
}

export const secondFactorHandlers: StaffHandlers<Ids> = {
  async getOwnSecondFactor(_input, { em, staff, config }) {
    return factors.secondFactorOf(em, staff.id, config.requiresSecondFactor)
  },

  async startAuthenticator({ body }, { staff, ...caller }) {
    await provePassword(caller, staff, body.currentPassword)
    return startAuthenticator(caller.em, caller.config.sessionSecrets, staff)
  },

  async confirmAuthenticator({ body }, { em, config, staff, ...session }) {
    const codes = await factors.addAuthenticator(em, config.sessionSecrets, staff, body.code, session.sessionKey)
    await renewIfOpened(session)
    return codes
  },

  async removeAuthenticator({ body }, { staff, ...caller }) {
    await provePassword(caller, staff, body.currentPassword)
    return factors.removeAuthenticator(caller.em, staff, caller.config.requiresSecondFactor)
  },

  async startPasskey({ body }, { staff, ...caller }) {
    await provePassword(caller, staff, body.currentPassword)
    return passkeyOptions(caller.em, relyingParty(caller.config), staff)
  },

  async addPasskey({ body }, { em, config, staff, ...session }) {
    const codes = await factors.addPasskey(em, relyingParty(config), staff, body, session.sessionKey)
    await renewIfOpened(session)
    return codes
  },

  async removePasskey({ params, body }, { staff, ...caller }) {
    await provePassword(caller, staff, body.currentPassword)
    return factors.removePasskey(caller.em, staff, params.id, caller.config.requiresSecondFactor)
  },

  async replaceRecoveryCodes({ body }, { staff, ...caller }) {
    await provePassword(caller, staff, body.currentPassword)
    return factors.replaceRecoveryCodes(caller.em, staff)
  },

  async resetSecondFactor({ params }, { em, staff: actor }) {
    await factors.resetSecondFactor(em, actor, params.id)
  },
}

export const publicSecondFactorHandlers: PublicHandlers<'startPasskeySignIn'> = {
  async startPasskeySignIn(_input, caller) {
    return startPasskeySignIn(caller, relyingParty(caller.config))
  },
}

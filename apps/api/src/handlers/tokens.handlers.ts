import { secondFactorRequired } from '../errors/errors.ts'
import { provePassword } from '../modules/auth/password-proof.service.ts'
import type { Handlers } from './context.ts'
import { listTokens } from '../modules/staff/tokens.queries.ts'
import * as tokens from '../modules/tokens/tokens.service.ts'

export const tokenHandlers = {
  async listOwnTokens(_input, { em, staff: self }) {
    return listTokens(em, self.id)
  },

  async createOwnToken({ body: { currentPassword, ...wanted } }, { staff: self, needsSecondFactor, ...caller }) {
    if (needsSecondFactor) throw secondFactorRequired()
    await provePassword(caller, self, currentPassword, 'token_refused')
    return tokens.createToken(caller.em, self, wanted)
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
} satisfies Handlers

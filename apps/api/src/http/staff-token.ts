import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Operation, StaffUser } from '@app/contract'
import { insufficientScope, ProblemError } from '../errors/errors.ts'
import { type CountRequest, keepTo } from './limits.ts'

/** The current staff account of a request's token. */
export interface TokenHolder {
  staff: StaffUser
  /** The beginning of the token, for recognizing it. */
  prefix: string
  hasSecondFactor: boolean
  scopes: readonly string[]
}

export interface TokenSettings {
  /** @throws {ProblemError} 401 for an invalid token. */
  findToken: (secret: string) => Promise<TokenHolder>
  /** Counts requests with tokens of one account from all addresses. */
  countTokenRequest: CountRequest
  /** Counts invalid tokens from one address. 0 requests only read the count. */
  countRefusedToken: (address: string, requests?: number) => ReturnType<CountRequest>
}

declare module 'fastify' {
  interface FastifyRequest {
    tokenHolder?: TokenHolder
  }
}

const bearer = /^bearer(?: +(\S+))? *$/i

/** True for a bearer token. A proxy in front may use the same header for its own authentication. */
export const sendsToken = ({ headers }: FastifyRequest): boolean => /^bearer(?: |$)/i.test(headers.authorization ?? '')

/** A token comes from a program, never from a browser's cookies, so a request with a token is not also signed in. */
export function ignoreCookiesBesideToken(scope: FastifyInstance): void {
  scope.addHook('onRequest', async (request) => {
    if (sendsToken(request)) delete request.raw.headers.cookie
  })
}

/**
 * Authenticates a request's token for an operation with a matching scope. An operation without a scope accepts no
 * tokens.
 */
export const readToken = ({ tokenScope }: Operation, settings: TokenSettings) =>
  async function (request: FastifyRequest, reply: FastifyReply): Promise<TokenHolder> {
    const { findToken, countTokenRequest, countRefusedToken } = settings
    // A caller that has guessed too often is rejected before the guess is checked.
    keepTo(countRefusedToken(request.ip, 0), reply)
    const [, secret = ''] = bearer.exec(request.headers.authorization ?? '') ?? []
    const holder = await findToken(secret).catch((error: unknown) => {
      if (error instanceof ProblemError && error.status === 401) keepTo(countRefusedToken(request.ip), reply)
      throw error
    })
    keepTo(countTokenRequest(holder.staff.id), reply)
    if (!tokenScope) throw insufficientScope('This operation requires a signed-in session and accepts no token.')
    if (!holder.scopes.includes(tokenScope))
      throw insufficientScope(`This token lacks the scope ${tokenScope}.`, tokenScope)
    return holder
  }

import type { FastifyRequest } from 'fastify'
import type { Operation } from '@app/contract'
import type { Config } from '../config/config.ts'
import { insufficientScope, ofAccounts, ProblemError } from '../errors/errors.ts'
import type { KeyRequestContext, PrintKey } from './context.ts'
import { type CountRequest, type CountWrite, keepTo, limitWrites } from './limits.ts'
import { originCheck } from './origin-check.ts'
import { type Guard, type Kind, requestContext } from './serve.ts'

export interface KeySettings {
  /** @throws {ProblemError} 401 for an invalid key. */
  findKey: (secret: string) => Promise<PrintKey>
  /** Counts requests of one key from all addresses. */
  countKeyRequest: CountRequest
  /** Counts writes of one key, and of one address with all of its keys, because anyone can create keys. */
  countKeyWrite: CountWrite
}

declare module 'fastify' {
  interface FastifyRequest {
    printKey?: PrintKey
  }
}

const bearer = /^bearer +(\S+) *$/i
/** Forms with a key field send only "Bearer" while it is empty. */
const noKey = /^(?:bearer *)?$/i

/** True for scopes that sandbox keys never have. */
const isOfAccount = (scopes: readonly string[]) => scopes.some((scope) => scope === 'pieces' || scope === 'webhooks')

/** @throws {ProblemError} 403 for a key that lacks a scope */
export function assertScopes({ scopes }: PrintKey, needed: readonly string[]): void {
  const lacking = needed.filter((scope) => !scopes.some((one) => one === scope))
  if (lacking.length > 0)
    throw insufficientScope(
      `This key lacks the scope ${lacking.join(', ')}.${isOfAccount(lacking) ? ` ${ofAccounts}` : ''}`,
      lacking.join(' '),
    )
}

/** Finds the key of a request. @throws {ProblemError} 401 without a valid one, 403 without the scope */
export const readKey =
  ({ isSecurityOptional, roles }: Operation, { findKey, countKeyRequest }: KeySettings): Guard =>
  async (request, reply) => {
    const { authorization = '' } = request.headers
    if (isSecurityOptional && noKey.test(authorization)) return
    const [, secret] = bearer.exec(authorization) ?? []
    if (!secret) {
      throw new ProblemError(
        401,
        'key_required',
        `Send a key as Authorization: Bearer <Key>. ${isOfAccount(roles) ? ofAccounts : 'Get one from POST /v1/sandbox-keys.'}`,
        { challenge: 'Bearer' },
      )
    }
    const key = await findKey(secret)
    keepTo(countKeyRequest(key.id), reply)
    assertScopes(key, roles)
    request.printKey = key
  }

const keyContext = (request: FastifyRequest): KeyRequestContext => ({
  ...requestContext(request),
  printKey: request.printKey,
})

/** Operations that require or accept a print API key. */
export function withKey(config: Config, keys: KeySettings): Kind {
  const checkOrigin = originCheck(config)
  return {
    guards: (operation) => [checkOrigin, readKey(operation, keys)],
    limit: limitWrites(keys.countKeyWrite),
    contextOf: keyContext,
  }
}

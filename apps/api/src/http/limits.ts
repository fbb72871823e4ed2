import type { FastifyReply, FastifyRequest } from 'fastify'
import { operationTable } from '@app/contract'
import type { Config } from '../config/config.ts'
import { ProblemError } from '../errors/errors.ts'
import { inTurn } from '../jobs/in-turn.ts'

/** The remaining requests or writes of an address. */
export interface Allowance {
  limit: number
  remaining: number
  /** Seconds until the allowance is fully restored. */
  resetSeconds: number
  isExceeded: boolean
}

export type CountWrite = (address: string) => Promise<Allowance>
export type CountRequest = (address: string) => Allowance

/** The exceeded allowance, or the one with less left. */
const tighter = (one: Allowance, other: Allowance): Allowance =>
  other.isExceeded || (!one.isExceeded && other.remaining < one.remaining) ? other : one

/**
 * A hook for operations under the write limit. Counts the address, and a sandbox key, because anyone can create one.
 * For an account, only requests are counted.
 */
export const limitWrites = (count: CountWrite) => async (request: FastifyRequest, reply: FastifyReply) => {
  const { printKey } = request
  if (printKey && printKey.workspace.mode !== 'sandbox') return
  const ofAddress = await count(request.ip)
  keepTo(printKey ? tighter(ofAddress, await count(printKey.id)) : ofAddress, reply)
}

/** Like `limitWrites`, for members of an account, who share its writes. Before sign-in, their address is counted. */
export const limitMemberWrites = (count: CountWrite) => async (request: FastifyRequest, reply: FastifyReply) => {
  const { member } = request.session
  if (member) keepTo(await count(member.account.id), reply)
  else await limitWrites(count)(request, reply)
}

/** Runs a request's work when it is its caller's turn. */
export type Turns = (request: FastifyRequest, work: () => Promise<unknown>) => Promise<unknown>

/** An account uses at most a quarter of the database connections; further requests wait. */
export function accountTurns({ poolMax }: Config): Turns {
  const ofOneCaller = { atOnce: Math.max(1, Math.floor(poolMax / 4)), waiting: 200 }
  const { run } = inTurn({ atOnce: Infinity, waiting: Infinity, ofOneCaller }, () => {
    const detail = 'Too many requests from your account are waiting. Try again in a moment.'
    return new ProblemError(503, 'busy', detail, { retryAfterSeconds: 1 })
  })
  return ({ session, printKey }, work) => {
    const account = session.member?.account.id ?? printKey?.account
    return account ? run(work, account) : work()
  }
}

const limitedUrls = new Set(operationTable.map(({ url }) => url))
const probeUrls = new Set(operationTable.filter(({ tag }) => tag === 'health').map(({ url }) => url))

/**
 * A hook for every request. Files cost almost nothing and are not counted. A probe is counted but never rejected,
 * because its load balancer would take a healthy process out of service.
 */
export const limitRequests = (count: CountRequest) => async (request: FastifyRequest, reply: FastifyReply) => {
  const { url = '' } = request.routeOptions
  if (!limitedUrls.has(url)) return
  const allowance = count(request.ip)
  keepTo(probeUrls.has(url) ? { ...allowance, isExceeded: false } : allowance, reply)
}

export function keepTo({ limit, remaining, resetSeconds, isExceeded }: Allowance, reply: FastifyReply): void {
  void reply.headers({ 'ratelimit-limit': limit, 'ratelimit-remaining': remaining, 'ratelimit-reset': resetSeconds })
  if (isExceeded) {
    throw new ProblemError(429, 'rate_limited', 'Too many requests from your IP address or with your key.', {
      retryAfterSeconds: Math.max(1, resetSeconds),
    })
  }
}

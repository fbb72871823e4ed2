import type { Handlers } from './context.ts'
import { unfitSchema } from '../db/schema-version.ts'
import { codeOf, ProblemError } from '../errors/errors.ts'
import { isDraining } from '../modules/health/draining.ts'

const readinessLimitMs = 1_000

const undefinedTable = '42P01'

const notReady = (detail: string) => new ProblemError(503, 'unavailable', detail, { retryAfterSeconds: 1 })

export const healthHandlers = {
  getHealth: async () => ({ status: 'ok' }),

  async getReadiness(_input, { em, log }) {
    if (isDraining()) throw notReady('This server is shutting down.')
    const { promise: tooLate, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(reject, readinessLimitMs, notReady('The database is slow.'))
    try {
      const reason = await Promise.race([unfitSchema(em), tooLate])
      if (reason === undefined) return { status: 'ok' }
      log.warn({ event: 'not_ready', reason })
      throw notReady('The database schema does not match this release.')
    } catch (error) {
      throw codeOf(error) === undefinedTable ? notReady('The database has not been migrated.') : error
    } finally {
      clearTimeout(timer)
    }
  },
} satisfies Handlers

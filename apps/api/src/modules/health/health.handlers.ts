import type { PublicHandlers } from '../context.ts'
import { ProblemError } from '../../errors.ts'
import { isDraining } from './draining.ts'

const readinessLimitMs = 1_000

export const healthHandlers: PublicHandlers<'getHealth' | 'getReadiness'> = {
  async getHealth() {
    return { status: 'ok' }
  },

  async getReadiness(_input, { em }) {
    if (isDraining())
      throw new ProblemError(503, 'unavailable', 'This server is shutting down.', { retryAfterSeconds: 1 })
    const { promise: tooLate, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(
      reject,
      readinessLimitMs,
      new ProblemError(503, 'unavailable', 'The database is slow.', { retryAfterSeconds: 1 }),
    )
    try {
      await Promise.race([em.execute('select 1'), tooLate])
      return { status: 'ok' }
    } finally {
      clearTimeout(timer)
    }
  },
}

import type { Pool } from 'pg'
import type { Config } from '../../config.ts'
import type { EntityManager } from '../database.ts'
import { noticeArrivals } from './arrivals.service.ts'
import { sendDigests } from './digest.service.ts'
import { startMessageWorker } from './message-worker.ts'

type WorkerSettings = Parameters<typeof startMessageWorker>[1]

/** Tells of what arrives and sends messages, as the settings of this process say, until the returned function is called. */
export function startMessages(
  pool: Pool,
  em: EntityManager,
  config: Pick<Config, 'adminUrl' | 'businessTimeZone' | 'mail' | 'webhookRanges'>,
  settings: Pick<WorkerSettings, 'log' | 'onOutcome' | 'onTick' | 'tickMs' | 'timeoutMs'>,
): () => Promise<void> {
  const notices = { adminUrl: config.adminUrl.href.replace(/\/$/, ''), canMail: config.mail !== undefined }
  return startMessageWorker(pool, {
    ...settings,
    mail: config.mail,
    privateRanges: config.webhookRanges,
    async notice() {
      await noticeArrivals(em.fork({ useContext: false }), notices)
      await sendDigests(em.fork({ useContext: false }), { ...notices, timeZone: config.businessTimeZone })
    },
  })
}

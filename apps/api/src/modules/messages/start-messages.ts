import type { Config } from '../../config/config.ts'
import type { EntityManager } from '../../entities/database.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { processNewRecords } from './new-records.service.ts'
import { sendDigests } from './digest.service.ts'
import { startMessageWorker } from './message-worker.ts'

type WorkerSettings = Parameters<typeof startMessageWorker>[2]

/** Turns new records into messages and sends them, with the settings of this process. */
export function startMessages(
  em: EntityManager,
  jobs: Jobs,
  config: Pick<Config, 'adminUrl' | 'siteOrigin' | 'apiOrigin' | 'businessTimeZone' | 'mail' | 'webhookRanges'>,
  settings: Pick<WorkerSettings, 'log' | 'onOutcome' | 'timeoutMs'>,
): void {
  const notices = { adminUrl: config.adminUrl.href.replace(/\/$/, ''), canMail: config.mail !== undefined }
  startMessageWorker(em, jobs, {
    ...settings,
    mail: config.mail,
    siteOrigin: config.siteOrigin,
    apiOrigin: config.apiOrigin,
    privateRanges: config.webhookRanges,
    async notice() {
      await processNewRecords(em.fork({ useContext: false }), notices)
      await sendDigests(em.fork({ useContext: false }), { ...notices, timeZone: config.businessTimeZone })
    },
  })
}

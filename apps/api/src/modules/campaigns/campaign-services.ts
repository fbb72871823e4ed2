import type { Config } from '../../config.ts'
import { poolOf } from '../../db/run.ts'
import type { Services } from '../context.ts'
import type { EntityManager } from '../database.ts'
import { campaignLinks } from './known-links.ts'
import { scanCounts } from './scan-counts.ts'
import { scanFiles } from './scan-files.ts'

/** What handlers of short links are handed. */
export function campaignServices(
  { campaignsDir: folder, businessTimeZone: timeZone }: Config,
  em: EntityManager,
  warn: (message: string) => (error: unknown) => void,
): Pick<Services, 'campaignLinks' | 'scans'> {
  const getPool = () => poolOf(em)
  return {
    campaignLinks: campaignLinks({ getPool, folder, onFailure: warn('campaign links were not read') }),
    scans: scanCounts({
      getPool,
      files: scanFiles(folder),
      timeZone,
      onFailure: warn('scans were not stored and are kept in a file'),
    }),
  }
}

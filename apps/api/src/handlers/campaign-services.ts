import type { Config } from '../config/config.ts'
import { poolOf } from '../db/run.ts'
import type { Services } from './context.ts'
import type { EntityManager } from '../entities/database.ts'
import { campaignLinks } from '../modules/campaigns/known-links.ts'
import { recentScans } from '../modules/campaigns/recent-scans.ts'
import { scanCounts } from '../modules/campaigns/scan-counts.ts'
import { scanFiles } from '../modules/campaigns/scan-files.ts'
import { moveScannedPieces } from '../modules/pieces/scanned-pieces.ts'

/** The services behind short links. */
export function campaignServices(
  { campaignsDir: folder, businessTimeZone: timeZone }: Config,
  em: EntityManager,
  warn: (message: string) => (error: unknown) => void,
): Pick<Services, 'campaignLinks' | 'scans' | 'isNewScan'> {
  const getPool = () => poolOf(em)
  return {
    isNewScan: recentScans(),
    campaignLinks: campaignLinks({ getPool, folder, onFailure: warn('campaign links were not read') }),
    scans: scanCounts({
      getPool,
      files: scanFiles(folder),
      movePieces: (pieces) => moveScannedPieces(em, pieces),
      timeZone,
      onFailure: warn('scans were not stored and are kept in a file'),
    }),
  }
}

import { randomUUIDv7 } from 'node:crypto'
import type { ScanImportInput, ScanImportReport, StaffUser } from '@app/contract'
import { type EntityManager, tables } from '../../../entities/database.ts'
import { ProblemError } from '../../../errors/errors.ts'
import { appendEvent } from '../../changes/append-changes.ts'
import { inTurn } from '../../../jobs/in-turn.ts'
import { recordScans } from './record-scans.service.ts'
import { scansOf } from './scan-rows.ts'

/** One import at a time per process: concurrent ones would only use connections and wait in the database. */
const importing = inTurn({ atOnce: 1, waiting: 5 }, () => {
  return new ProblemError(503, 'busy', 'Another import is still running.', { retryAfterSeconds: 10 })
})

/**
 * Moves pieces by the scans in a file, and records the importer. An aborted import is not recorded, but its moves are
 * kept, and it can be repeated.
 * @throws {ProblemError} 503 when too many imports wait
 */
export async function createScanImport(
  em: EntityManager,
  staff: StaffUser,
  { fileName, rows }: ScanImportInput,
  timeZone: string,
): Promise<ScanImportReport> {
  const { issues, batches } = scansOf(rows)
  const counts = { moved: 0, unchanged: 0, unknown: 0 }
  await importing.run(async () => {
    for (const batch of batches) {
      const outcomes = await recordScans(em, batch, timeZone)
      for (const [place, { row }] of batch.entries()) {
        const outcome = outcomes[place] ?? 'unchanged'
        if (outcome === 'moved' || outcome === 'unchanged') counts[outcome] += 1
        else issues.push({ row, reason: outcome })
        if (outcome === 'barcode_unknown') counts.unknown += 1
      }
    }
  })
  const sorted = issues.toSorted((one, other) => one.row - other.row)
  const summary = { rows: rows.length, ...counts, invalid: issues.length - counts.unknown }
  return em.transactional(async (transaction) => {
    const row = { id: randomUUIDv7(), by: staff.name, fileName: fileName.trim(), ...summary }
    const { createdAt } = await tables(transaction)
      .insertInto('scan_import')
      .values(row)
      .returning('createdAt')
      .executeTakeFirstOrThrow()
    const event = { recordType: 'scan_import', recordId: row.id, recordName: row.fileName, action: 'create' }
    await appendEvent(transaction, staff, 'scan_imports', { ...event, after: summary })
    return { ...row, createdAt: createdAt.toISOString(), issues: sorted }
  })
}

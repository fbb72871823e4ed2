import { randomUUIDv7 } from 'node:crypto'
import type { ScanImportInput, ScanImportReport, ScanIssue, StaffUser } from '@app/contract'
import { type EntityManager, tables } from '../../../entities/database.ts'
import { appendEvent } from '../../changes/append-changes.ts'
import { recordScans } from './record-scans.service.ts'
import { scansOf } from './scan-rows.ts'

/**
 * Moves pieces by the scans in a file, and notes who imported it. An import that breaks off is not noted, and can be repeated:
 * what it moved before stays moved.
 */
export async function createScanImport(
  em: EntityManager,
  staff: StaffUser,
  { fileName, rows }: ScanImportInput,
  timeZone: string,
): Promise<ScanImportReport> {
  const feed = scansOf(rows)
  const issues: ScanIssue[] = [...feed.issues]
  const counts = { moved: 0, unchanged: 0, unknown: 0 }
  await recordScans(em, feed, timeZone, (batch, outcomes) => {
    for (const [place, { row }] of batch.entries()) {
      const outcome = outcomes[place] ?? 'unchanged'
      if (outcome === 'moved' || outcome === 'unchanged') counts[outcome] += 1
      else issues.push({ row, reason: outcome })
      if (outcome === 'barcode_unknown') counts.unknown += 1
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

import { randomUUIDv7 } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type {
  LeadImport,
  LeadImportCheck,
  LeadImportDuplicate,
  LeadImportInput,
  LeadImportRow,
  StaffUser,
  LeadImportUndoResult,
} from '@app/contract'
import { sql } from 'kysely'
import { bodyHash, storedUnder } from '../../../db/idempotent-insert.ts'
import { batchesOf, insertRows, deleteRows } from '../../../db/many-rows.ts'
import { now, run } from '../../../db/sql.ts'
import { ProblemError } from '../../../errors/errors.ts'
import { appendEvent, storedKey } from '../../changes/append-changes.ts'
import { type EntityManager, tables } from '../../../entities/database.ts'
import { LeadEntity, LeadImportEntity } from '../../../entities/leads.entity.ts'
import { inTurn } from '../../../jobs/in-turn.ts'
import { assertOwner } from '../work/lead-record.ts'
import { findDuplicates } from './import-duplicates.queries.ts'
import { memberErrors, type NumberedRow, readRows } from './import-rows.ts'
import { readImport, judgeLeads } from './lead-imports.queries.ts'

/** Finds errors and duplicates in rows. Stores nothing. */
export async function checkImport(em: EntityManager, rows: readonly LeadImportRow[]): Promise<LeadImportCheck> {
  const { clean, errors } = await readRows(rows)
  const duplicates = await findDuplicates(em, clean)
  return { errors, duplicates: [...duplicates.values()].toSorted((a, b) => a.row - b.row) }
}

/** The maximum that a problem response lists. */
const maxErrors = 50

const stillRunning = () => new ProblemError(503, 'busy', 'Another import is still running.', { retryAfterSeconds: 10 })

/** Limits concurrent imports in this process, because each holds a database connection. */
const importing = inTurn({ atOnce: 1, waiting: 5 }, stillRunning)

const pauseMs = 250
const maxPauses = 80

/**
 * Serializes imports across instances, so that the next one detects this import's leads as duplicates. Polls, because a
 * statement that waits for a lock is canceled long before an import ends.
 */
async function waitForImports(transaction: EntityManager): Promise<void> {
  for (let pauses = 0; pauses < maxPauses; pauses += 1) {
    const locked = await run(transaction, sql`select 1 where pg_try_advisory_xact_lock(hashtext('lead-import'))`)
    if (locked.length > 0) return
    await setTimeout(pauseMs)
  }
  throw stillRunning()
}

/**
 * Imports all rows or none, except duplicates that the caller excludes. Repeating a key returns the same import.
 * @throws {ProblemError} 400 when a row breaks a rule or the owner cannot be assigned leads, 422 when the key was used
 * with another body, 503 when other imports take too long.
 */
export async function createLeadImport(
  em: EntityManager,
  staff: StaffUser,
  input: LeadImportInput,
  key: string | undefined,
): Promise<{ stored: LeadImport; isNew: boolean }> {
  const { clean, errors } = await readRows(input.rows)
  if (errors.length > 0) {
    throw new ProblemError(400, 'invalid_input', 'Nothing was imported, because some rows are invalid.', {
      errors: memberErrors(errors.slice(0, maxErrors)),
    })
  }
  const idempotencyKey = key === undefined ? null : storedKey(staff, key)
  const idempotencyHash = idempotencyKey === null ? null : Buffer.from(bodyHash(input), 'hex')
  const store = async (transaction: EntityManager) => {
    await waitForImports(transaction)
    const before = idempotencyKey && (await storedUnder(transaction, LeadImportEntity, [idempotencyKey], input))
    if (before) return { stored: await readImport(transaction, before.receipt.id), isNew: false }
    const { ownerId, sendsToCrm } = input
    await assertOwner(transaction, ownerId, '/ownerId')
    const found = input.duplicates === 'skip' ? await findDuplicates(transaction, clean) : undefined
    const wanted = clean.filter(({ row }) => !isRepeat(found?.get(row)))
    const id = randomUUIDv7()
    await tables(transaction)
      .insertInto('lead_import')
      .values({
        id,
        fileName: input.fileName.trim(),
        staff: staff.id,
        staffName: staff.name,
        rows: wanted.length,
        skipped: clean.length - wanted.length,
        leftOut: input.leftOut ?? 0,
        sendsToCrm,
        idempotencyKey,
        idempotencyHash,
      })
      .execute()
    const leads = await insertLeads(transaction, wanted, { importId: id, ownerId, sendsToCrm })
    const event = {
      recordType: 'lead_import',
      recordId: id,
      recordName: input.fileName.trim(),
      action: 'create',
      after: { rows: leads.length, ...(leads.length > 0 && { ownerId }) },
    }
    await appendEvent(transaction, staff, 'leads', event, leads)
    return { stored: await readImport(transaction, id), isNew: true }
  }
  return importing.run(() => em.transactional(store))
}

/** A shared phone number alone does not make a duplicate: coworkers may share one. */
const isRepeat = (found: LeadImportDuplicate | undefined): boolean => found !== undefined && found.reason !== 'phone'

/** Rows per statement. The database cancels a statement after a few seconds. */
const rowsAtOnce = 250

/** The lead source in the CRM's note. */
const leadSource = 'File import'

/** Inserts in file order. Each statement has one parameter, which takes half the time of one per cell. */
async function insertLeads(
  transaction: EntityManager,
  rows: readonly NumberedRow[],
  { sendsToCrm, ...ours }: { importId: string; ownerId: string | null; sendsToCrm: boolean },
): Promise<{ id: string }[]> {
  // Ids of the same millisecond are not ordered, and lists sort leads with equal times by id.
  const ids = rows.map(() => randomUUIDv7()).toSorted()
  const leads = rows.flatMap(({ lead: values }, index) => {
    const id = ids[index]
    return id === undefined ? [] : [{ ...values, ...ours, leadSource, id }]
  })
  // A lead marked as queued is never queued, because the relay only takes rows without this time.
  const crmEnqueuedAt = sendsToCrm ? sql`null` : sql`now()`
  for (const batch of batchesOf(leads, rowsAtOnce)) await insertRows(transaction, LeadEntity, batch, { crmEnqueuedAt })
  return leads
}

/**
 * Deletes the leads of an import that staff have not worked on. Idempotent. Undoing a change is all or nothing, which
 * does not fit here: one lead in progress must not keep thousands of others.
 * @throws {ProblemError} 404 when no import has this id.
 */
export const undoImport = (em: EntityManager, staff: StaffUser, id: string) =>
  em.transactional(async (transaction): Promise<LeadImportUndoResult> => {
    await readImport(transaction, id)
    // Uses the lock order of every change to leads. The conditions below then hold until the transaction ends.
    await tables(transaction)
      .selectFrom('lead')
      .select('id')
      .where('importId', '=', id)
      .orderBy('id')
      .forUpdate()
      .execute()
    const leads = await judgeLeads(transaction, id)
    const removed = leads.filter(({ reason }) => reason === null)
    const ids = removed.map((row) => row.id)
    await deleteRows(transaction, LeadEntity, ids)
    await tables(transaction)
      .updateTable('lead_import')
      .set({ undoneAt: now, undoneBy: staff.name })
      .where('id', '=', id)
      .where('undoneAt', 'is', null)
      .execute()
    const event = { recordType: 'lead_import', recordId: id, action: 'delete', before: { rows: removed.length } }
    await appendEvent(transaction, staff, 'leads', event, removed)
    const keptFor = (kept: string) => leads.filter(({ reason }) => reason === kept).map((row) => row.id)
    return {
      removed: removed.length,
      changed: keptFor('changed'),
      merged: keptFor('merged'),
      inCrm: keptFor('crm'),
    }
  })

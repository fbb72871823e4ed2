import type { PieceEventType, PrintRunDetail, PrintRunMailing, PrintRunPatch, StaffUser } from '@app/contract'
import { sql } from 'kysely'
import { instantText } from '../../../db/sql.ts'
import { invalidField, notFound } from '../../../errors/errors.ts'
import { type EntityManager, tables } from '../../../entities/database.ts'
import { announceChange } from '../../announcements/live-channel.ts'
import { type Changed, editOne, type OneEdit } from '../../changes/apply-edits.ts'
import { movePieces } from '../../pieces/moves.ts'
import { dayOf } from '../../samples/business-days.ts'
import { assertOpen, printRunRecord } from './print-run-record.ts'
import { getPrintRun } from './runs.queries.ts'

/** The pieces that are in a run. */
export const piecesIn = (em: EntityManager, run: string) =>
  tables(em).selectFrom('print_run_piece').where('run', '=', run).where('spoiledAt', 'is', null)

async function moveAll(transaction: EntityManager, run: string, type: PieceEventType, at?: string): Promise<void> {
  const pieces = await piecesIn(transaction, run).select('piece').execute()
  await movePieces(
    transaction,
    pieces.map(({ piece }) => ({ piece, type, at })),
  )
}

/** @throws {ProblemError} 404, 412, 409 unless the run is ready */
export const printRun = (
  em: EntityManager,
  staff: StaffUser,
  seen: OneEdit<unknown>,
): Promise<Changed<PrintRunDetail>> =>
  editOne(em, printRunRecord, staff, { ...seen, patch: { status: 'printed' } }, async (transaction, id) => {
    await moveAll(transaction, id, 'piece.printed')
    return getPrintRun(transaction, id)
  })

/**
 * When the mail was sent: now if it is today, otherwise noon of that day, or later if the run was created or printed
 * later that day.
 * @throws {ProblemError} 400 for a day in the future, or before the run
 */
async function mailedAt(em: EntityManager, id: string, mailedOn: string, timeZone: string) {
  const run = await tables(em)
    .selectFrom('print_run')
    .select('createdAt')
    .select(sql<string>`to_char(now() at time zone ${timeZone}, 'YYYY-MM-DD')`.as('today'))
    .select((eb) => {
      const noon = sql`(${mailedOn}::date + time '12:00') at time zone ${timeZone}`
      const printed = eb.ref('printedAt')
      const printedThatDay = sql`case when (${printed} at time zone ${timeZone})::date = ${mailedOn}::date then ${printed} end`
      return instantText(sql`greatest(${noon}, ${eb.ref('createdAt')}, ${printedThatDay})`).as('left')
    })
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('print run'))
  if (mailedOn > run.today) throw invalidField('/mailedOn', 'must not be in the future')
  if (mailedOn < dayOf(run.createdAt, timeZone))
    throw invalidField('/mailedOn', 'must not be before the run was created')
  return mailedOn === run.today ? undefined : run.left
}

/** @throws {ProblemError} 400 for an impossible day, 404, 412, 409 unless the run is printed */
export async function mailRun(
  em: EntityManager,
  staff: StaffUser,
  { patch: { mailedOn, postOffice, statementNumber }, ...seen }: OneEdit<PrintRunMailing>,
  timeZone: string,
): Promise<Changed<PrintRunDetail>> {
  const at = await mailedAt(em, seen.id, mailedOn, timeZone)
  const noted = { postOffice: postOffice.trim(), statementNumber: statementNumber.trim() }
  const patch = { status: 'mailed' as const, mailedOn, ...noted }
  return editOne(em, printRunRecord, staff, { ...seen, patch }, async (transaction, id) => {
    await moveAll(transaction, id, 'piece.mailed', at)
    // Includes pieces that were scanned before the run was marked, because their serial numbers are reused after some
    // weeks.
    await tables(transaction)
      .updateTable('piece')
      .set({ mailedOn })
      .where('id', 'in', piecesIn(transaction, id).select('piece'))
      .execute()
    return getPrintRun(transaction, id)
  })
}

/** Changes the mailing details. @throws {ProblemError} 404, 412, 409 unless the run is mailed */
export const updateRun = (
  em: EntityManager,
  staff: StaffUser,
  { patch: { postOffice, statementNumber }, ...seen }: OneEdit<PrintRunPatch>,
): Promise<Changed<PrintRunDetail>> => {
  const patch = {
    ...(postOffice !== undefined && { postOffice: postOffice.trim() }),
    ...(statementNumber !== undefined && { statementNumber: statementNumber.trim() }),
  }
  return editOne(em, printRunRecord, staff, { ...seen, patch }, getPrintRun)
}

/** Remakes all files of a run. @throws {ProblemError} 404, 409 for a run that is mailed or canceled */
export const prepareRun = (em: EntityManager, id: string): Promise<PrintRunDetail> =>
  em.transactional(async (transaction) => {
    const db = tables(transaction)
    const run = await db
      .selectFrom('print_run')
      .select('status')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow(() => notFound('print run'))
    assertOpen(run.status)
    await db
      .updateTable('print_run_file')
      .set((eb) => ({ revision: eb('revision', '+', 1), enqueuedAt: null, failure: null }))
      .where('run', '=', id)
      .execute()
    await announceChange(transaction, printRunRecord.live, [{ id }])
    return getPrintRun(transaction, id)
  })

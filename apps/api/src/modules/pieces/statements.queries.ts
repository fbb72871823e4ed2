import type { Statement } from '@app/contract'
import { dollarsOf } from '@app/pricing'
import { sql } from 'kysely'
import { csvFile, csvLine } from '../../db/csv.ts'
import { instantText, columns, type Fragment, table } from '../../db/sql.ts'
import { notFound } from '../../errors/errors.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { LedgerEntryEntity, PieceEntity } from '../../entities/pieces.entity.ts'
import { statusesBefore } from './piece-states.ts'
import { countedLines, currentMonth, pricedLines } from './usage.queries.ts'

/** The statements of an account's live workspace, newest first. */
export async function listStatements(em: EntityManager, workspace: string, timeZone: string): Promise<Statement[]> {
  const today = await currentMonth(em, timeZone)
  const [lines, open] = await Promise.all([countedLines(em, workspace), openMonths(em, workspace)])
  return [...Map.groupBy(lines, ({ month }) => month)].map(([month, ofMonth]) => ({
    month,
    pieces: ofMonth.reduce((sum, { quantity }) => sum + quantity, 0),
    total: dollarsOf(pricedLines(ofMonth).total),
    isFinal: month < today && !open.has(month),
  }))
}

/**
 * Months with pieces that can still be canceled or rejected. No other months have pieces whose pages are not counted.
 */
async function openMonths(em: EntityManager, workspace: string): Promise<Set<string>> {
  const open = await tables(em)
    .selectFrom('piece')
    .select('month')
    .distinct()
    .where('workspace', '=', workspace)
    .where('status', 'in', [...statusesBefore('piece.canceled'), ...statusesBefore('piece.rejected')])
    .execute()
  return new Set(open.map(({ month }) => month))
}

/** True when the month's costs can no longer change. */
export const isFinal = async (em: EntityManager, workspace: string, month: string, timeZone: string) =>
  month < (await currentMonth(em, timeZone)) && !(await openMonths(em, workspace)).has(month)

/** @throws {ProblemError} 404 for a month without charges */
export async function assertStatement(em: EntityManager, workspace: string, month: string): Promise<void> {
  await tables(em)
    .selectFrom('usage_month')
    .select('month')
    .where('workspace', '=', workspace)
    .where('month', '=', month)
    .executeTakeFirstOrThrow(() => notFound('statement'))
}

const entry = columns(LedgerEntryEntity)
const piece = columns(PieceEntity, 'piece')

const ofPiece = (value: Fragment) =>
  sql`(select ${value} from ${table(PieceEntity)} as piece where ${piece.id} = ${entry.piece})`

/**
 * Every charge and credit of a month, oldest first, and the total, as CSV.
 * @throws {ProblemError} 404 for a month without charges
 */
export async function exportStatement(
  em: EntityManager,
  workspace: string,
  month: string,
  onRows?: (count: number) => void,
) {
  await assertStatement(em, workspace, month)
  const entries = await csvFile(em, {
    entity: LedgerEntryEntity,
    columns: {
      date: instantText(entry.createdAt),
      piece: entry.piece,
      description: ofPiece(piece.description),
      size: ofPiece(piece.size),
      postalClass: ofPiece(piece.postalClass),
      sheets: ofPiece(piece.sheets),
      kind: entry.kind,
      amount: sql`${entry.amount}::float8 / 10000`,
    },
    where: [sql`${entry.workspace} = ${workspace}`, sql`${entry.month} = ${month}`],
    order: { descending: false },
    onRows,
  })
  return withTotal(entries, em, workspace, month)
}

/**
 * Charges have fractions of a cent, and each statement line is rounded to cents. A separate entry shows the difference.
 */
async function* withTotal(entries: AsyncIterable<string>, em: EntityManager, workspace: string, month: string) {
  yield* entries
  const { total } = pricedLines(await countedLines(em, workspace, month))
  const { charged } = await tables(em)
    .selectFrom('ledger_entry')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<string>('amount'), sql<string>`0`).as('charged'))
    .where('workspace', '=', workspace)
    .where('month', '=', month)
    .executeTakeFirstOrThrow()
  const last = (kind: string, amount: bigint) => csvLine([null, null, null, null, null, null, kind, dollarsOf(amount)])
  const rounding = total - BigInt(charged)
  if (rounding !== 0n) yield last('rounding', rounding)
  yield last('total', total)
}

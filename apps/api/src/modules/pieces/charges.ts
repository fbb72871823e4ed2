import { randomUUIDv7 } from 'node:crypto'
import { addVolume, charge, type MonthVolume, volumeLimit } from '@app/pricing'
import { sql } from 'kysely'
import { ProblemError } from '../../errors/errors.ts'
import type { RowOf } from '../../db/typed-columns.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import type { LedgerEntryEntity } from '../../entities/pieces.entity.ts'

/** A month of a workspace, locked until the transaction ends. */
export interface LockedMonth {
  workspace: string
  month: string
  volume: MonthVolume
}

const rowOf = (transaction: EntityManager, workspace: string, month: string) =>
  tables(transaction)
    .insertInto('usage_month')
    .values({ workspace, month })
    .onConflict((conflict) =>
      conflict.columns(['workspace', 'month']).doUpdateSet((eb) => ({ pieces: eb.ref('usage_month.pieces') })),
    )
    .returning(['usage_month.pieces', 'usage_month.items'])

/** Everything that changes what a month costs begins with this lock, before it locks any piece. */
export async function lockMonth(transaction: EntityManager, workspace: string, month: string): Promise<LockedMonth> {
  const { pieces, items } = await rowOf(transaction, workspace, month).executeTakeFirstOrThrow()
  return { workspace, month, volume: { pieces, items } }
}

/** What decides whether an account may send one more piece. */
export interface Allowance {
  suspended: boolean
  monthlyCap: number | null
}

/** The same for a new piece: with what its account allows, and whether a webhook waits for its events. */
export async function lockMonthToSend(
  transaction: EntityManager,
  workspace: string,
  month: string,
): Promise<{ locked: LockedMonth; allowance: Allowance; hasWebhooks: boolean }> {
  const { pieces, items, account, hasWebhooks } = await rowOf(transaction, workspace, month)
    .returning((eb) => [
      eb
        .selectFrom('workspace')
        .innerJoin('customer_account', 'customer_account.id', 'workspace.account')
        .select((of) =>
          sql<Allowance>`jsonb_build_object('suspended', ${of.ref('customer_account.suspended')}, 'monthlyCap', ${of.ref('customer_account.monthlyCap')})`.as(
            'account',
          ),
        )
        .whereRef('workspace.id', '=', 'usage_month.workspace')
        .as('account'),
      eb
        .exists(
          eb
            .selectFrom('message_target')
            .select('message_target.id')
            .whereRef('message_target.workspace', '=', 'usage_month.workspace'),
        )
        .as('hasWebhooks'),
    ])
    .executeTakeFirstOrThrow()
  if (!account) throw new Error('A workspace that sends has an account')
  return {
    locked: { workspace, month, volume: { pieces, items } },
    allowance: account,
    hasWebhooks: Boolean(hasWebhooks),
  }
}

/**
 * Why the account may not send one more piece: it is suspended, has sent up to its cap, or up to the limit of the price list.
 * Undefined when it may.
 * @param pieces that the month has so far
 */
export function refusalOf({ suspended, monthlyCap }: Allowance, pieces: number): ProblemError | undefined {
  if (suspended) return new ProblemError(403, 'account_suspended', 'This account is suspended, so nothing is sent.')
  if (monthlyCap !== null && pieces >= monthlyCap) {
    const detail = `This account sends up to ${monthlyCap.toLocaleString('en-US')} pieces a month, and has sent them.`
    return new ProblemError(409, 'cap_reached', detail)
  }
  if (pieces >= volumeLimit) {
    const detail = `Above ${volumeLimit.toLocaleString('en-US')} pieces a month, the price is agreed on. Contact us.`
    return new ProblemError(409, 'volume_by_agreement', detail)
  }
  return undefined
}

/** What a piece adds to its month, or takes back from it. */
export interface PieceChange {
  piece: string
  change: MonthVolume
}

type NewEntry = Pick<
  RowOf<typeof LedgerEntryEntity>,
  'id' | 'workspace' | 'month' | 'piece' | 'kind' | 'amount' | 'pieces' | 'items'
>

/** Rows of the ledger, and the month with them. */
export interface Entries {
  rows: NewEntry[]
  volume: MonthVolume
  /** What each piece itself is charged, in ten-thousandths of a dollar; negative for a credit. */
  amounts: number[]
}

/**
 * The entries for changes, one after the other: each changes what the next one costs, and the rest of the month. All entries of a
 * month add up to the price of its volume.
 */
export function entriesFor(
  { workspace, month, volume: before }: LockedMonth,
  changes: readonly PieceChange[],
): Entries {
  const entries: Entries = { rows: [], volume: before, amounts: [] }
  for (const { piece, change } of changes) {
    const { amount, reRate } = charge(entries.volume, change)
    const common = { workspace, month, piece }
    const kind = amount < 0n ? 'reversal' : 'charge'
    entries.rows.push({ id: randomUUIDv7(), ...common, kind, amount: Number(amount), ...change })
    if (reRate !== 0n)
      entries.rows.push({
        id: randomUUIDv7(),
        ...common,
        kind: 're_rate',
        amount: Number(reRate),
        pieces: 0,
        items: {},
      })
    entries.amounts.push(Number(amount))
    entries.volume = addVolume(entries.volume, change)
  }
  return entries
}

/** Enters changes into the ledger and the month. */
export async function enterCharges(
  transaction: EntityManager,
  locked: LockedMonth,
  changes: readonly PieceChange[],
): Promise<void> {
  const { rows, volume } = entriesFor(locked, changes)
  if (rows.length === 0) return
  await tables(transaction).insertInto('ledger_entry').values(rows).execute()
  await tables(transaction)
    .updateTable('usage_month')
    .set({ ...volume })
    .where('workspace', '=', locked.workspace)
    .where('month', '=', locked.month)
    .execute()
}

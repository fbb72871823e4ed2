import { randomUUIDv7 } from 'node:crypto'
import { addVolume, charge, type MonthVolume, volumeLimit } from '@app/pricing'
import { sql } from 'kysely'
import { ProblemError } from '../../errors/errors.ts'
import { type EntityManager, tables } from '../../entities/database.ts'

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
 * @param pieces that the month has so far
 * @throws {ProblemError} 403 for a suspended account, 409 when one more piece is above the cap of the account, or above the
 * limit of the price list
 */
export function assertMaySend({ suspended, monthlyCap }: Allowance, pieces: number): void {
  if (suspended) throw new ProblemError(403, 'account_suspended', 'This account is suspended, so nothing is sent.')
  if (monthlyCap !== null && pieces >= monthlyCap) {
    const detail = `This account sends up to ${monthlyCap.toLocaleString('en-US')} pieces a month, and has sent them.`
    throw new ProblemError(409, 'cap_reached', detail)
  }
  if (pieces >= volumeLimit) {
    const detail = `Above ${volumeLimit.toLocaleString('en-US')} pieces a month, the price is agreed on. Contact us.`
    throw new ProblemError(409, 'volume_by_agreement', detail)
  }
}

export interface Entries {
  /** Rows of the ledger. */
  rows: {
    id: string
    workspace: string
    month: string
    piece: string
    kind: 'charge' | 'reversal' | 're_rate'
    amount: number
    pieces: number
    items: MonthVolume['items']
  }[]
  /** The month with them. */
  volume: MonthVolume
  /** What the piece itself is charged, in ten-thousandths of a dollar; negative for a credit. */
  amount: number
}

/**
 * What a piece adds to its month, or takes back from it, together with what that means for the rest of the month. The entries
 * of a month add up to the price of its volume.
 */
export function entriesFor({ workspace, month, volume }: LockedMonth, piece: string, change: MonthVolume): Entries {
  const { amount, reRate } = charge(volume, change)
  const common = { workspace, month, piece }
  const kind = amount < 0n ? ('reversal' as const) : ('charge' as const)
  return {
    amount: Number(amount),
    volume: addVolume(volume, change),
    rows: [
      { id: randomUUIDv7(), ...common, kind, amount: Number(amount), ...change },
      ...(reRate === 0n
        ? []
        : [{ id: randomUUIDv7(), ...common, kind: 're_rate' as const, amount: Number(reRate), pieces: 0, items: {} }]),
    ],
  }
}

/** Enters what pieces change into the ledger and the month, one after the other: each changes what the month costs. */
export async function enterCharges(
  transaction: EntityManager,
  locked: LockedMonth,
  changes: readonly { piece: string; change: MonthVolume }[],
): Promise<void> {
  let { volume } = locked
  const rows = changes.flatMap(({ piece, change }) => {
    const entries = entriesFor({ ...locked, volume }, piece, change)
    volume = entries.volume
    return entries.rows
  })
  if (rows.length === 0) return
  await tables(transaction).insertInto('ledger_entry').values(rows).execute()
  await tables(transaction)
    .updateTable('usage_month')
    .set({ ...volume })
    .where('workspace', '=', locked.workspace)
    .where('month', '=', locked.month)
    .execute()
}

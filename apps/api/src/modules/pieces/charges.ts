import { randomUUIDv7 } from 'node:crypto'
import { addVolume, charge, emptyMonth, type MonthVolume, pricedItems, volumeLimit } from '@app/pricing'
import { sql } from 'kysely'
import * as Type from 'typebox'
import { onlyRow, reader, columns, type RowOf, table } from '../../db/sql.ts'
import { CustomerAccountEntity, WorkspaceEntity } from '../../entities/customers.entity.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { MessageTargetEntity } from '../../entities/messages.entity.ts'
import { type LedgerEntryEntity, UsageMonthEntity } from '../../entities/pieces.entity.ts'
import { ProblemError } from '../../errors/errors.ts'

/** A month of a workspace, locked until the transaction ends. */
interface LockedMonth {
  workspace: string
  month: string
  volume: MonthVolume
}

const key = columns(UsageMonthEntity)
const usage = columns(UsageMonthEntity, 'usage')
const workspaces = columns(WorkspaceEntity, 'workspace')
const account = columns(CustomerAccountEntity, 'account')
const target = columns(MessageTargetEntity, 'target')

const Usage = Type.Object({
  pieces: Type.Number(),
  items: Type.Partial(Type.Record(Type.Enum(pricedItems), Type.Number())),
})
const readUsage = reader(Usage)
const readUsageToSend = reader(
  Type.Object({
    ...Usage.properties,
    account: Type.Object({ suspended: Type.Boolean(), monthlyCap: Type.Union([Type.Number(), Type.Null()]) }),
    hasWebhooks: Type.Boolean(),
  }),
)

/** Creates the row of a month, or locks the existing one. */
const lockRow = (workspace: string, month: string) => sql`
  insert into ${table(UsageMonthEntity)} as usage (${key.workspace}, ${key.month}) values (${workspace}, ${month})
      on conflict (${key.workspace}, ${key.month}) do update set ${key.pieces} = ${usage.pieces}
  returning ${usage.pieces} as pieces, ${usage.items} as items`

/** Every change to a month's costs takes this lock first, before it locks any piece. */
export async function lockMonth(transaction: EntityManager, workspace: string, month: string): Promise<LockedMonth> {
  return { workspace, month, volume: onlyRow(await readUsage(transaction, lockRow(workspace, month))) }
}

/** The sending limits of an account. */
interface SendingLimits {
  suspended: boolean
  monthlyCap: number | null
}

/** Locks a month for a new piece. Also returns the limits of the account, and whether a webhook receives its events. */
export async function lockMonthToSend(transaction: EntityManager, workspace: string, month: string) {
  const rows = await readUsageToSend(
    transaction,
    sql`${lockRow(workspace, month)},
        (select jsonb_build_object('suspended', ${account.suspended}, 'monthlyCap', ${account.monthlyCap})
           from ${table(WorkspaceEntity)} as workspace
           join ${table(CustomerAccountEntity)} as account on ${account.id} = ${workspaces.account}
          where ${workspaces.id} = ${usage.workspace}) as account,
        exists (select from ${table(MessageTargetEntity)} as target where ${target.workspace} = ${usage.workspace})
          as "hasWebhooks"`,
  )
  const { account: limits, hasWebhooks, ...volume } = onlyRow(rows)
  return { locked: { workspace, month, volume }, limits, hasWebhooks }
}

/**
 * Why the account may not send one more piece: it is suspended, or has reached its cap or the limit of the price list.
 * Undefined when it may.
 * @param pieces the month's pieces so far
 */
export function refusalOf({ suspended, monthlyCap }: SendingLimits, pieces: number): ProblemError | undefined {
  if (suspended)
    return new ProblemError(403, 'account_suspended', 'This account is suspended, so it can’t send pieces.')
  if (monthlyCap !== null && pieces >= monthlyCap) {
    const detail = `This account has reached its cap of ${monthlyCap.toLocaleString('en-US')} pieces a month.`
    return new ProblemError(409, 'cap_reached', detail)
  }
  if (pieces >= volumeLimit) {
    const detail = `Above ${volumeLimit.toLocaleString('en-US')} pieces a month, prices are set by agreement. Contact us.`
    return new ProblemError(409, 'volume_by_agreement', detail)
  }
  return undefined
}

/** The pieces that a change adds to a month or removes from it. */
interface PieceChange {
  piece: string
  change: MonthVolume
}

type NewEntry = Pick<
  RowOf<typeof LedgerEntryEntity>,
  'id' | 'workspace' | 'month' | 'piece' | 'kind' | 'amount' | 'pieces' | 'items'
>

/**
 * The ledger entries of changes, in order: each changes the price of the next one and of the rest of the month. All
 * entries of a month add up to the price of its volume.
 * @returns the ledger rows, the month including them, and the charge for each piece: ten-thousandths of a dollar,
 * negative for a credit
 */
export function entriesFor({ workspace, month, volume: before }: LockedMonth, changes: readonly PieceChange[]) {
  const rows: NewEntry[] = []
  const amounts: number[] = []
  let volume = before
  for (const { piece, change } of changes) {
    const { amount, reRate } = charge(volume, change)
    const common = { workspace, month, piece }
    const kind = amount < 0n ? 'reversal' : 'charge'
    rows.push({ ...common, id: randomUUIDv7(), kind, amount: Number(amount), ...change })
    if (reRate !== 0n)
      rows.push({ ...common, id: randomUUIDv7(), kind: 're_rate', amount: Number(reRate), ...emptyMonth })
    amounts.push(Number(amount))
    volume = addVolume(volume, change)
  }
  return { rows, volume, amounts }
}

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

import type { PieceMode, PieceSize, PostalClass, Usage } from '@app/contract'
import {
  addVolume,
  dollarsOf,
  emptyMonth,
  itemsOf,
  type MonthVolume,
  priceOfItems,
  statementOf,
  tierIndex,
  tiers,
  toCents,
} from '@app/pricing'
import { sql } from 'kysely'
import { columns } from '../../db/sql.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { PieceEntity } from '../../entities/pieces.entity.ts'
import { mailClassOf, pieceOf } from '../print/quotes/quotes.ts'

interface CountedLine {
  month: string
  size: PieceSize
  postalClass: PostalClass
  sheets: number
  quantity: number
}

/**
 * The billable pieces of a workspace, for one month or all months, one row for each kind. A letter whose pages are not
 * counted yet counts as one sheet.
 */
export async function countedLines(em: EntityManager, workspace: string, month?: string): Promise<CountedLine[]> {
  const sheets = sql<number>`coalesce(${columns(PieceEntity).sheets}, 1)`
  const lines = await tables(em)
    .selectFrom('piece')
    .select(['month', 'size', 'postalClass', sheets.as('printedSheets')])
    .select((eb) => eb.fn.countAll<string>().as('quantity'))
    .where('workspace', '=', workspace)
    .$if(month !== undefined, (query) => query.where('month', '=', month ?? ''))
    .where('status', 'not in', ['rejected', 'canceled'])
    .groupBy(['month', 'size', 'postalClass', sheets])
    .orderBy('month', 'desc')
    .orderBy('size')
    .orderBy('postalClass')
    .orderBy(sheets)
    .execute()
  return lines.map(({ printedSheets, quantity, ...line }) => ({
    ...line,
    sheets: printedSheets,
    quantity: Number(quantity),
  }))
}

const uncountedLetters = async (em: EntityManager, workspace: string, month: string): Promise<number> => {
  const { count } = await tables(em)
    .selectFrom('piece')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('workspace', '=', workspace)
    .where('month', '=', month)
    .where('status', '=', 'checking')
    .where('sheets', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The volume that pieces of one kind add to their month; a negative quantity removes it. */
export const volumeOf = ({ size, postalClass, sheets, quantity }: Omit<CountedLine, 'month'>): MonthVolume => ({
  pieces: quantity,
  items: Object.fromEntries(
    Object.entries(itemsOf(pieceOf(size), mailClassOf(postalClass), sheets) ?? {}).map(([item, count]) => [
      item,
      count * quantity,
    ]),
  ),
})

function nextTierOf({ pieces, items }: MonthVolume): Usage['NextTier'] {
  const tier = tierIndex(pieces)
  const next = tiers[tier + 1]
  if (!next) return null
  const saved = priceOfItems(items, tier) - priceOfItems(items, tierIndex(next.from))
  return { From: next.from, Pieces: next.from - pieces, Saves: dollarsOf(toCents(saved)) }
}

/** The current month, in the business time zone. */
export async function currentMonth(em: EntityManager, timeZone: string): Promise<string> {
  const { month } = await tables(em)
    .selectNoFrom(sql<string>`to_char(now() at time zone ${timeZone}, 'YYYY-MM')`.as('month'))
    .executeTakeFirstOrThrow()
  return month
}

/** The lines with prices, and the total. */
export function pricedLines(lines: readonly CountedLine[]) {
  const statement = statementOf(
    lines.map((line) => ({ ...line, piece: pieceOf(line.size), mailClass: mailClassOf(line.postalClass) })),
  )
  // sendPiece() rejects a piece over the price list's limit, and a size without a price.
  if ('kind' in statement) throw new Error('A month has pieces without a price')
  return statement
}

/** A workspace's statement for a month: its pieces and their cost, as `quote()` prices it. */
export async function getUsage(
  em: EntityManager,
  { id: workspace, mode }: { id: string; mode: PieceMode },
  month: string,
): Promise<Usage> {
  const lines = await countedLines(em, workspace, month)
  const volume = lines.map(volumeOf).reduce(addVolume, emptyMonth)
  const statement = pricedLines(lines)
  const account = await tables(em)
    .selectFrom('workspace')
    .innerJoin('customer_account', 'customer_account.id', 'workspace.account')
    .select('customer_account.monthlyCap')
    .where('workspace.id', '=', workspace)
    .executeTakeFirst()
  const tier = tiers[tierIndex(volume.pieces)]
  return {
    Mode: mode,
    Month: month,
    Pieces: volume.pieces,
    Cap: account?.monthlyCap ?? null,
    Total: dollarsOf(statement.total),
    Tier: { From: tier.from, Label: tier.label },
    NextTier: nextTierOf(volume),
    Lines: statement.lines.map(({ size, postalClass, sheets, quantity, unit, total }) => ({
      Size: size,
      PostalClass: postalClass,
      Sheets: sheets,
      Quantity: quantity,
      Unit: dollarsOf(unit),
      Total: dollarsOf(total),
    })),
    Uncounted: await uncountedLetters(em, workspace, month),
  }
}

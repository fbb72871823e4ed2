import { type Input, type PricingAuditEntry, PricingProduct, PublicPricingProduct } from '@app/contract'
import { sql } from 'kysely'
import * as Type from 'typebox'
import type { Cell } from '../../db/csv.ts'
import type { Page } from '../../db/keyset-page.ts'
import { run } from '../../db/run.ts'
import { columns, select, table } from '../../db/typed-columns.ts'
import {
  changesCsv,
  changesPage,
  type Condition,
  type FoundChange,
  withLastChange,
} from '../changes/changes.queries.ts'
import { fieldChanges } from '../changes/field-changes.ts'
import type { EntityManager } from '../../entities/database.ts'
import { PricingProductEntity } from '../../entities/pricing.entity.ts'

const product = columns(PricingProductEntity)

// A double holds four decimals exactly enough; the column itself is a decimal number.
const toVisitors = select(PricingProductEntity, PublicPricingProduct)
const toStaff = select(PricingProductEntity, Type.Omit(PricingProduct, ['changedAt', 'changedBy']))

/** One list holds all products, so no more may be added than it shows. */
export const maxProducts = 200

// The unicode collation compares letters first, then accents, then case. The database's own may compare bytes.
const inOrder = sql`order by ${product.sortOrder}, ${product.name} collate "und-x-icu", ${product.id} limit ${sql.lit(maxProducts)}`

/** Products that visitors may see, in the order that staff gave them. */
export const listVisibleProducts = async (em: EntityManager): Promise<PublicPricingProduct[]> =>
  toVisitors.rows(
    await run(
      em,
      sql`select ${toVisitors.sql} from ${table(PricingProductEntity)} where ${product.isVisible} ${inOrder}`,
    ),
  )

/** All products, in the order that staff gave them. */
export const listProducts = async (em: EntityManager): Promise<PricingProduct[]> =>
  withLastChange(
    em,
    toStaff.rows(await run(em, sql`select ${toStaff.sql} from ${table(PricingProductEntity)} ${inOrder}`)),
  )

/** These products, without those that do not exist. */
export async function findProducts(em: EntityManager, ids: readonly string[]): Promise<PricingProduct[]> {
  const named = new Set(ids)
  return (await listProducts(em)).filter(({ id }) => named.has(id))
}

type AuditFilter = Input<'exportPricingAudit'>['query']

/** Fields in the order in which an entry lists them. */
const shownFields: readonly string[] = [
  'place',
  'name',
  'category',
  'startingPrice',
  'description',
  'features',
  'isVisible',
  'sortOrder',
] satisfies (keyof PricingProduct | 'place')[]

const auditCondition =
  ({ productId, action, actor, from, to }: AuditFilter, timeZone: string): Condition =>
  (eb) =>
    eb.and([
      eb('recordType', '=', 'pricing_product'),
      // A product that moves gives others new numbers. Only the move is shown.
      eb('action', '<>', 'reorder'),
      ...(productId ? [eb('recordId', '=', productId)] : []),
      ...(action ? [eb('action', '=', action)] : []),
      ...(actor ? [eb('actor', '=', actor)] : []),
      ...(from ? [sql<boolean>`${eb.ref('createdAt')} >= ${from}::date::timestamp at time zone ${timeZone}`] : []),
      ...(to ? [sql<boolean>`${eb.ref('createdAt')} < (${to}::date + 1)::timestamp at time zone ${timeZone}`] : []),
    ])

/** One page of changes, newest first. */
export async function listAudit(
  em: EntityManager,
  { limit, cursor, ...filter }: Input<'listPricingAudit'>['query'],
  timeZone: string,
): Promise<Page<PricingAuditEntry>> {
  const page = await changesPage(em, auditCondition(filter, timeZone), { limit, cursor })
  return { ...page, rows: page.rows.map(entryOf) }
}

const entryOf = ({ recordId, recordName, actor, actorId, createdAt, ...change }: FoundChange): PricingAuditEntry => ({
  id: change.id,
  action: change.action,
  productId: recordId ?? '',
  ...(recordName !== null && { productName: recordName }),
  ...(actor !== null && { actor }),
  ...(actorId !== null && { actorId }),
  changes: fieldChanges(change, shownFields),
  createdAt: createdAt.toISOString(),
})

/** All fields of a change in one cell, one to a line. A field that was empty before has no arrow. */
const changesText = (change: FoundChange): string =>
  fieldChanges(change, shownFields)
    .map(({ field, before, after }) => `${field}: ${before === null ? '' : `${before} → `}${after ?? ''}`)
    .join('\n')

const csvCells = {
  id: ({ id }) => id,
  createdAt: ({ createdAt }) => createdAt.toISOString(),
  action: ({ action }) => action,
  productId: ({ recordId }) => recordId,
  productName: ({ recordName }) => recordName,
  actor: ({ actor }) => actor,
  changes: changesText,
} satisfies Record<Exclude<keyof PricingAuditEntry, 'actorId'>, (change: FoundChange) => Cell>

/** All changes that pass the filter, as CSV. */
export const exportAudit = (em: EntityManager, filter: AuditFilter, timeZone: string) =>
  changesCsv(em, auditCondition(filter, timeZone), csvCells)

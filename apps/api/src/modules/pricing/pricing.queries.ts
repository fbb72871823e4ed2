import { type Input, PricingAuditEntry, PricingProduct, PublicPricingProduct } from '@app/contract'
import { sql } from 'kysely'
import * as Type from 'typebox'
import { type Cell, csvBatchSize, csvInBatches } from '../../db/csv.ts'
import { keysetPage, type Page, type PageRequest, dayConditions } from '../../db/keyset-page.ts'
import { columns, select } from '../../db/sql.ts'
import { comparedValues, withLastChange, fieldChanges } from '../changes/changes.queries.ts'
import { RecordChangeEntity } from '../../entities/changes.entity.ts'
import type { EntityManager } from '../../entities/database.ts'
import { PricingProductEntity } from '../../entities/pricing.entity.ts'

const product = columns(PricingProductEntity)

// A double is precise enough for four decimals; the column itself is a decimal number.
const toVisitors = select(PricingProductEntity, PublicPricingProduct)
const toStaff = select(PricingProductEntity, Type.Omit(PricingProduct, ['changedAt', 'changedBy']))

/** The list has a single page, so this is the maximum number of products. */
export const maxProducts = 200

// The unicode collation compares letters first, then accents, then case. The database's own may compare bytes.
const inOrder = sql`order by ${product.sortOrder}, ${product.name} collate "und-x-icu", ${product.id} limit ${sql.lit(maxProducts)}`

/** Products that visitors may see, in display order. */
export const listVisibleProducts = (em: EntityManager): Promise<PublicPricingProduct[]> =>
  toVisitors.read(em, sql`where ${product.isVisible} ${inOrder}`)

export const listProducts = async (em: EntityManager): Promise<PricingProduct[]> =>
  withLastChange(em, await toStaff.read(em, inOrder))

/** These products, omitting ids that do not exist. */
export async function findProducts(em: EntityManager, ids: readonly string[]): Promise<PricingProduct[]> {
  const named = new Set(ids)
  return (await listProducts(em)).filter(({ id }) => named.has(id))
}

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

const change = columns(RecordChangeEntity)

const entries = select(
  RecordChangeEntity,
  Type.Object({ ...Type.Omit(PricingAuditEntry, ['changes']).properties, ...comparedValues }),
  { productId: change.recordId, productName: change.recordName },
)

async function auditPage(
  em: EntityManager,
  { limit, cursor, productId, action, actor, ...days }: Input<'listPricingAudit'>['query'],
  timeZone: string,
  counting: Pick<PageRequest<unknown>, 'total'> = {},
): Promise<Page<PricingAuditEntry>> {
  const where = [
    sql`${change.recordType} = 'pricing_product'`,
    // Moving a product renumbers others. Only the move is shown.
    sql`${change.action} <> 'reorder'`,
    ...(productId ? [sql`${change.recordId} = ${productId}`] : []),
    ...(action ? [sql`${change.action} = ${action}`] : []),
    ...(actor ? [sql`${change.actor} = ${actor}`] : []),
    ...dayConditions(change.createdAt, days, timeZone),
  ]
  const page = await keysetPage(em, {
    entity: RecordChangeEntity,
    selection: entries,
    where,
    limit,
    cursor,
    ...counting,
  })
  const rows = page.rows.map(({ before, after, ...entry }) => ({
    ...entry,
    changes: fieldChanges({ before, after }, shownFields),
  }))
  return { ...page, rows }
}

export const listAudit = (em: EntityManager, query: Input<'listPricingAudit'>['query'], timeZone: string) =>
  auditPage(em, query, timeZone)

/** All fields of a change in one cell, one per line. A previously empty field has no arrow. */
const changesText = ({ changes = [] }: PricingAuditEntry): string =>
  changes
    .map(({ field, before, after }) => `${field}: ${before === null ? '' : `${before} → `}${after ?? ''}`)
    .join('\n')

const csvCells = {
  id: ({ id }) => id,
  createdAt: ({ createdAt }) => createdAt,
  action: ({ action }) => action,
  productId: ({ productId }) => productId,
  productName: ({ productName }) => productName ?? null,
  actor: ({ actor }) => actor ?? null,
  changes: changesText,
} satisfies Record<Exclude<keyof PricingAuditEntry, 'actorId'>, (entry: PricingAuditEntry) => Cell>

export const exportAudit = (em: EntityManager, filter: Input<'exportPricingAudit'>['query'], timeZone: string) =>
  csvInBatches(Object.keys(csvCells), async (from: string | undefined) => {
    const query = { ...filter, limit: csvBatchSize, ...(from !== undefined && { cursor: from }) }
    const { rows, next } = await auditPage(em, query, timeZone, { total: async () => ({ total: 0 }) })
    return { rows: rows.map((entry) => Object.values(csvCells).map((cell) => cell(entry))), next }
  })

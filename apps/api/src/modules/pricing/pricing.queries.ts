import type { EntityManager } from '@mikro-orm/postgresql'
import { type Input, PricingAuditEntry, PricingProduct, VisiblePricingProduct } from '@app/contract'
import { columnsOf, selection } from '../../db/columns.ts'
import { csvFile } from '../../db/csv.ts'
import { isoInstant } from '../../db/iso-instant.ts'
import { type Conditions, keysetPage, type Page } from '../../db/keyset-page.ts'
import { dayConditions } from '../../db/record-conditions.ts'
import { PricingAuditEntity, PricingProductEntity } from './pricing.entity.ts'

const product = columnsOf(PricingProductEntity)
const entry = columnsOf(PricingAuditEntity)

// A double holds four decimals exactly enough; the column itself is a decimal number.
const toVisitors = selection(PricingProductEntity, VisiblePricingProduct)
const toStaff = selection(PricingProductEntity, PricingProduct)

/** One list holds all products, so no more may be added than it shows. */
export const maxProducts = 200

// The unicode collation compares letters first, then accents, then case. The database's own may compare bytes.
const inOrder = `order by ${product.sortOrder}, ${product.name} collate "und-x-icu", ${product.id} limit ${maxProducts}`

/** Products that visitors may see, in the order that staff gave them. */
export const listVisibleProducts = async (em: EntityManager): Promise<VisiblePricingProduct[]> =>
  toVisitors.rows(
    await em.execute(
      `select ${toVisitors.sql} from ${PricingProductEntity.tableName} where ${product.isVisible} ${inOrder}`,
    ),
  )

/** All products, in the order that staff gave them. */
export const listProducts = async (em: EntityManager): Promise<PricingProduct[]> =>
  toStaff.rows(await em.execute(`select ${toStaff.sql} from ${PricingProductEntity.tableName} ${inOrder}`))

type AuditFilter = Input<'exportPricingAudit'>['query']

function auditConditions({ productId, action, actor, from, to }: AuditFilter, timeZone: string): Conditions {
  const where: Conditions = dayConditions(from, to, timeZone)
  if (productId) where.push([`${entry.productId} = ?`, [productId]])
  if (action) where.push([`${entry.action} = ?`, [action]])
  if (actor) where.push([`${entry.actor} = ?`, [actor]])
  return where
}

const listed = selection(PricingAuditEntity, PricingAuditEntry, {
  actorId: entry.actorAccount,
  changes: entry.changes,
})

/** One page of changes, newest first. */
export const listAudit = (
  em: EntityManager,
  { limit, cursor, ...filter }: Input<'listPricingAudit'>['query'],
  timeZone: string,
): Promise<Page<PricingAuditEntry>> =>
  keysetPage(em, {
    entity: PricingAuditEntity,
    selection: listed,
    where: auditConditions(filter, timeZone),
    limit,
    cursor,
  })

/** SQL for all fields of a change in one cell, one to a line. A field that was empty before has no arrow. */
const changesText = `(
  select string_agg(
           concat(change ->> 'field', ': ', (change ->> 'before') || ' → ', change ->> 'after'), chr(10) order by place)
    from jsonb_array_elements(${entry.changes}) with ordinality as listed (change, place))`

const csvColumns = {
  id: entry.id,
  createdAt: isoInstant(entry.createdAt),
  action: entry.action,
  productId: entry.productId,
  productName: entry.productName,
  actor: entry.actor,
  changes: changesText,
} satisfies Record<Exclude<keyof PricingAuditEntry, 'actorId'>, string>

/** All changes that pass the filter, as CSV. */
export const exportAudit = (em: EntityManager, filter: AuditFilter, timeZone: string) =>
  csvFile(em, { entity: PricingAuditEntity, columns: csvColumns, where: auditConditions(filter, timeZone) })

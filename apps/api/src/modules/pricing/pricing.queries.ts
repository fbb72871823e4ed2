import type { EntityManager } from '@mikro-orm/postgresql'
import type { Input, PricingAuditEntry, PricingProduct, VisiblePricingProduct } from '@app/contract'
import { type CsvColumn, csvFile } from '../../db/csv.ts'
import { isoInstant } from '../../db/iso-instant.ts'
import { type Conditions, keysetPage, type Page } from '../../db/keyset-page.ts'

// Four decimals survive the way through a double unharmed; the column itself is exact.
const visibleColumns = `id, name, category, starting_price::float8 as "startingPrice", description, features,
                        sort_order as "sortOrder"`

/** SQL for a product as the contract shows it to staff. */
export const productColumns = `${visibleColumns}, is_visible as "isVisible", version`

/** A list holds them all, so nobody may add one that it would leave out. */
export const maxProducts = 200

const inOrder = `order by sort_order, name, id limit ${maxProducts}`

/** Products that visitors may see, in the order that staff gave them. */
export const listVisibleProducts = (em: EntityManager): Promise<VisiblePricingProduct[]> =>
  em.execute<VisiblePricingProduct[]>(`select ${visibleColumns} from pricing_product where is_visible ${inOrder}`)

/** All products, in the order that staff gave them. */
export const listProducts = (em: EntityManager): Promise<PricingProduct[]> =>
  em.execute<PricingProduct[]>(`select ${productColumns} from pricing_product ${inOrder}`)

type AuditFilter = Input<'exportPricingAudit'>['query']

function auditConditions({ productId, action, actor }: AuditFilter): Conditions {
  const where: Conditions = []
  if (productId) where.push(['product_id = ?', [productId]])
  if (action) where.push(['action = ?', [action]])
  if (actor) where.push(['actor = ?', [actor]])
  return where
}

/** One page of changes, newest first. */
export async function listAudit(
  em: EntityManager,
  { limit, cursor, ...filter }: Input<'listPricingAudit'>['query'],
): Promise<Page<PricingAuditEntry>> {
  const where = auditConditions(filter)
  const columns = `id, action, product_id as "productId", product_name as "productName", actor, actor_id as "actorId", changes,
                   ${isoInstant('created_at')} as "createdAt"`
  const page = await keysetPage<NullableNames>(em, { table: 'pricing_audit', columns, where, limit, cursor })
  return { ...page, rows: page.rows.map(withoutNulls) }
}

type Optional = 'productName' | 'actor' | 'actorId'
type NullableNames = Omit<PricingAuditEntry, Optional> & Record<Optional, string | null>

const withoutNulls = ({ productName, actor, actorId, ...entry }: NullableNames): PricingAuditEntry => ({
  ...entry,
  ...(actorId !== null && { actorId }),
  ...(productName !== null && { productName }),
  ...(actor !== null && { actor }),
})

/** SQL for all fields of a change in one cell, each on its line; a value that was empty has no arrow. */
const changesText = `(
  select string_agg(
           concat(change ->> 'field', ': ', (change ->> 'before') || ' → ', change ->> 'after'), chr(10) order by place)
    from jsonb_array_elements(changes) with ordinality as listed (change, place))`

const csvColumns: CsvColumn[] = [
  ['id', 'id'],
  ['createdAt', isoInstant('created_at')],
  ['action', 'action'],
  ['productId', 'product_id'],
  ['productName', 'product_name'],
  ['actor', 'actor'],
  ['changes', changesText],
]

/** All changes under the same filter, as CSV. */
export const exportAudit = (em: EntityManager, filter: AuditFilter) =>
  csvFile(em, { table: 'pricing_audit', columns: csvColumns, where: auditConditions(filter) })

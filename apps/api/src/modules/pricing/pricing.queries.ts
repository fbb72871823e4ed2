import type { EntityManager } from '@mikro-orm/postgresql'
import type { Input, PricingAuditEntry, PricingProduct, VisiblePricingProduct } from '@app/contract'
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

/** One page of changes, newest first. */
export async function listAudit(
  em: EntityManager,
  { productId, action, actor, limit, cursor }: Input<'listPricingAudit'>['query'],
): Promise<Page<PricingAuditEntry>> {
  const where: Conditions = []
  if (productId) where.push(['product_id = ?', [productId]])
  if (action) where.push(['action = ?', [action]])
  if (actor) where.push(['actor = ?', [actor]])
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

import type { EntityManager } from '@mikro-orm/postgresql'
import type { VisiblePricingProduct } from '@app/contract'

/** Products that visitors may see, in the order that staff gave them. */
export const listVisibleProducts = (em: EntityManager): Promise<VisiblePricingProduct[]> =>
  em.execute<VisiblePricingProduct[]>(
    `select id, name, category, starting_price::float8 as "startingPrice", description, features,
            sort_order as "sortOrder"
       from pricing_product
      where is_visible
      order by sort_order, name, id
      limit 200`,
  )

import type { PublicHandlers } from '../../http/context.ts'
import * as queries from './pricing.queries.ts'

export const pricingHandlers: PublicHandlers<'listVisiblePricingProducts'> = {
  async listVisiblePricingProducts(_input, { em }) {
    return queries.listVisibleProducts(em)
  },
}

import { changedResponse, editOf } from '../modules/changes/apply-edits.ts'
import type { Handlers } from './context.ts'
import { csvFileHeaders, pageResponse } from '../http/responses.ts'
import * as queries from '../modules/pricing/pricing.queries.ts'
import * as pricing from '../modules/pricing/pricing.service.ts'

export const pricingHandlers = {
  listPublicPricingProducts: (_input, { em }) => queries.listVisibleProducts(em),
  listPricingProducts: (_input, { em }) => queries.listProducts(em),
  createPricingProduct: ({ body }, { em, staff }) => changedResponse(pricing.createProduct(em, staff, body)),
  updatePricingProduct: (input, { em, staff }) => changedResponse(pricing.updateProduct(em, staff, editOf(input))),
  updatePricingProductVisibility: (input, { em, staff }) =>
    changedResponse(pricing.setVisibility(em, staff, editOf(input))),
  updatePricingProducts: ({ body }, { em, staff }) => changedResponse(pricing.updateProducts(em, staff, body)),
  reorderPricingProduct: ({ params, body }, { em, staff }) =>
    changedResponse(pricing.moveProduct(em, staff, params.id, body.before)),
  listPricingAudit: ({ query }, { em, url, config }) =>
    pageResponse(url, queries.listAudit(em, query, config.businessTimeZone)),

  async exportPricingAudit({ query }, { em, config }) {
    const body = await queries.exportAudit(em, query, config.businessTimeZone)
    return { body, headers: csvFileHeaders('pricing-changes', config.businessTimeZone) }
  },
} satisfies Handlers

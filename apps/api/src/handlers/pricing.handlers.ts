import { changedResponse, editOf } from '../modules/changes/apply-edits.ts'
import type { Handlers } from './context.ts'
import { csvFileHeaders, pageResponse } from '../http/responses.ts'
import * as queries from '../modules/pricing/pricing.queries.ts'
import * as pricing from '../modules/pricing/pricing.service.ts'

export const pricingHandlers = {
  async listPublicPricingProducts(_input, { em }) {
    return queries.listVisibleProducts(em)
  },

  async listPricingProducts(_input, { em }) {
    return queries.listProducts(em)
  },

  async createPricingProduct({ body }, { em, staff }) {
    return changedResponse(await pricing.createProduct(em, staff, body))
  },

  async updatePricingProduct(input, { em, staff }) {
    return changedResponse(await pricing.updateProduct(em, staff, editOf(input)))
  },

  async updatePricingProductVisibility(input, { em, staff }) {
    return changedResponse(await pricing.setVisibility(em, staff, editOf(input)))
  },

  async updatePricingProducts({ body }, { em, staff }) {
    return changedResponse(await pricing.updateProducts(em, staff, body))
  },

  async reorderPricingProduct({ params, body }, { em, staff }) {
    return changedResponse(await pricing.moveProduct(em, staff, params.id, body.before))
  },

  async listPricingAudit({ query }, { em, url, config }) {
    return pageResponse(url, await queries.listAudit(em, query, config.businessTimeZone))
  },

  async exportPricingAudit({ query }, { em, config }) {
    const body = await queries.exportAudit(em, query, config.businessTimeZone)
    return { body, headers: csvFileHeaders('pricing-changes', config.businessTimeZone) }
  },
} satisfies Handlers

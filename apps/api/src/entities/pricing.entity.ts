import { defineEntity, p } from '@mikro-orm/core'
import { TextArray } from '../db/text-array.ts'
import { insertedAt, oneOf, uuidKey } from './common-columns.ts'

/** A price card that staff publish on the site. */
export const PricingProductEntity = defineEntity({
  name: 'PricingProduct',
  tableName: 'pricing_product',
  properties: {
    id: uuidKey(),
    createdAt: insertedAt(),
    name: p.string().length(200),
    category: oneOf('category', 20, ['postcard', 'letter', 'package']),
    /** US dollars per piece. */
    startingPrice: p.decimal('number').precision(10).scale(4),
    description: p.text().default(''),
    features: p.type(TextArray).default([]),
    isVisible: p.boolean().default(true),
    sortOrder: p.integer().default(0),
    /** Incremented with each change; callers name it in If-Match. */
    version: p.integer().default(1),
  },
})

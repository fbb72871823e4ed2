import { randomUUIDv7 } from 'node:crypto'
import { defineEntity, p } from '@mikro-orm/core'
import { TextArray } from '../../db/text-array.ts'
import { StaffUserEntity } from '../staff/accounts.entity.ts'

/** A price card that staff publish on the site. */
export const PricingProductEntity = defineEntity({
  name: 'PricingProduct',
  tableName: 'pricing_product',
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => randomUUIDv7()),
    createdAt: p.datetime().columnType('timestamptz(3)').defaultRaw('now()'),
    name: p.string().length(200),
    /** The check below keeps every other text out. */
    category: p.string().length(20).$type<'postcard' | 'letter' | 'package'>(),
    /** US dollars a piece. */
    startingPrice: p.decimal('number').precision(10).scale(4),
    description: p.text().default(''),
    features: p.type(TextArray).default([]),
    isVisible: p.boolean().default(true),
    sortOrder: p.integer().default(0),
    /** Grows by one with each change; callers name it in If-Match. */
    version: p.integer().version(),
    /** The last change, and the name of the person who made it. */
    changedAt: p.datetime().columnType('timestamptz(3)').nullable(),
    changedBy: p.string().length(200).nullable(),
  },
  checks: [{ name: 'pricing_product_category_check', expression: `category in ('postcard', 'letter', 'package')` }],
})

/** One field of a change, its values as text. */
export interface FieldChange {
  field: string
  before: string | null
  after: string | null
}

/** Who changed what and when. Rows are only ever added, in the transaction of the change. */
export const PricingAuditEntity = defineEntity({
  name: 'PricingAudit',
  tableName: 'pricing_audit',
  indexes: [
    { name: 'pricing_audit_created_at_id_index', properties: ['createdAt', 'id'] },
    { name: 'pricing_audit_product_id_created_at_id_index', properties: ['productId', 'createdAt', 'id'] },
  ],
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => randomUUIDv7()),
    createdAt: p.datetime().columnType('timestamptz(3)').defaultRaw('now()'),
    /** create, update, delete, or another text. */
    action: p.string().length(40),
    productId: p.uuid(),
    /** The product's name at that time. */
    productName: p.string().length(200).nullable(),
    /** Who made the change: the account, and the person's name at that time. */
    actorAccount: () => p.manyToOne(StaffUserEntity).joinColumn('actor_id').nullable().deleteRule('set null'),
    actor: p.string().length(200).nullable(),
    changes: p.json<FieldChange[]>().defaultRaw(`'[]'`),
  },
})

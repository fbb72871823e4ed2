import { randomUUIDv7 } from 'node:crypto'
import { defineEntity, p } from '@mikro-orm/core'

/** A piece that staff offer as a sample, with pictures of its sides. */
export const SampleTemplateEntity = defineEntity({
  name: 'SampleTemplate',
  tableName: 'sample_template',
  indexes: [{ name: 'sample_template_created_at_id_index', properties: ['createdAt', 'id'] }],
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => randomUUIDv7()),
    createdAt: p.datetime().columnType('timestamptz(3)').defaultRaw('now()'),
    name: p.string().length(200),
    /** The check below keeps every other text out. */
    type: p.string().length(20).$type<'postcard' | 'letter'>(),
    frontImageUrl: p.string().length(2000).nullable(),
    backImageUrl: p.string().length(2000).nullable(),
    description: p.text().default(''),
    active: p.boolean().default(true),
    /** Grows by one with each change; callers name it in If-Match. */
    version: p.integer().default(1),
  },
  checks: [{ name: 'sample_template_type_check', expression: `type in ('postcard', 'letter')` }],
})

import { defineEntity, p } from '@mikro-orm/core'
import { insertedAt, uuidKey } from './common-columns.ts'

/** A piece that staff offer as a sample, with pictures of its sides. */
export const SampleTemplateEntity = defineEntity({
  name: 'SampleTemplate',
  tableName: 'sample_template',
  indexes: [{ name: 'sample_template_created_at_id_index', properties: ['createdAt', 'id'] }],
  properties: {
    id: uuidKey(),
    createdAt: insertedAt(),
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

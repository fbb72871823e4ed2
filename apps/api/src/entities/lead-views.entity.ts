import { randomUUIDv7 } from 'node:crypto'
import { defineEntity, p } from '@mikro-orm/core'
import { StaffUserEntity } from './accounts.entity.ts'

/** Filters, an order and columns of the list of leads, under a name. */
export const LeadViewEntity = defineEntity({
  name: 'LeadView',
  tableName: 'lead_view',
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => randomUUIDv7()),
    createdAt: p.datetime().columnType('timestamptz(3)').defaultRaw('now()'),
    staff: () =>
      p.manyToOne(StaffUserEntity).joinColumn('staff_id').deleteRule('cascade').index('lead_view_staff_id_index'),
    name: p.string().length(60),
    /** The query string of the list in the staff app. */
    query: p.string().length(1000),
    isShared: p.boolean().default(false),
    version: p.integer().default(1),
  },
})

import { defineEntity, p } from '@mikro-orm/core'
import { StaffUserEntity } from './accounts.entity.ts'
import { insertedAt, uuidKey } from './common-columns.ts'

/** Filters, an order and columns of the list of leads, under a name. */
export const LeadViewEntity = defineEntity({
  name: 'LeadView',
  tableName: 'lead_view',
  properties: {
    id: uuidKey(),
    createdAt: insertedAt(),
    staff: () =>
      p.manyToOne(StaffUserEntity).joinColumn('staff_id').deleteRule('cascade').index('lead_view_staff_id_index'),
    name: p.string().length(60),
    /** The query string of the list in the staff app. */
    query: p.string().length(1000),
    isShared: p.boolean().default(false),
    version: p.integer().default(1),
  },
})

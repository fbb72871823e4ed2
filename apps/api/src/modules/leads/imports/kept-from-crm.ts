import { sql } from 'kysely'
import { columns, table } from '../../../db/sql.ts'
import { LeadEntity, LeadImportEntity } from '../../../entities/leads.entity.ts'

const brought = columns(LeadImportEntity, 'brought')
const { importId } = columns(LeadEntity, LeadEntity.tableName)

/** SQL for whether the lead comes from an import that does not send its leads to the CRM. */
export const isKeptFromCrm = sql<boolean>`exists (
  select from ${table(LeadImportEntity)} as brought where ${brought.id} = ${importId} and not ${brought.sendsToCrm})`

import { columnsOf } from '../../../db/columns.ts'
import { LeadEntity } from '../leads.entity.ts'
import { LeadImportEntity } from './lead-imports.entity.ts'

const brought = columnsOf(LeadImportEntity)

/** SQL for a lead that an import brought which does not send its leads to the CRM. */
export const isKeptFromCrm = `exists (
  select from ${LeadImportEntity.tableName} as brought
   where brought.${brought.id} = ${LeadEntity.tableName}.${columnsOf(LeadEntity).importId} and not brought.${brought.sendsToCrm})`

import { columnsOf } from '../../db/columns.ts'
import { LeadEntity } from './leads.entity.ts'

/** The columns of a lead by its properties, for the SQL of other modules. */
export const leadColumns = columnsOf(LeadEntity)

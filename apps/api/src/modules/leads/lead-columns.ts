import { columnsOf } from '../../db/columns.ts'
import { dayKey, LeadEntity, leadKeys } from './leads.entity.ts'

/** The columns of a lead by its properties, for the SQL of other modules. */
export const leadColumns = columnsOf(LeadEntity)

/** SQL of the day of the next step as its index has it, and of any other day to compare it with. */
export const leadDue = { key: leadKeys.due, keyOf: dayKey }

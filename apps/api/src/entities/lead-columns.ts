import { columnsOf } from '../db/columns.ts'
import { dayKey, LeadEntity, leadKeys } from './leads.entity.ts'

/** The columns of a lead by its properties, for the SQL of other modules. */
export const leadColumns = columnsOf(LeadEntity)

/** SQL for a lead that lists show and figures count. */
export const isListed = `not ${leadColumns.isSpam} and ${leadColumns.mergedInto} is null`

/** SQL for a lead that staff or the CRM say is won, unless the CRM says that it is lost. */
export const isWon = `(${leadColumns.status} = 'won' or ${leadColumns.stage} = 'won') and ${leadColumns.status} <> 'lost'`

/** SQL of the day of the next step as its index has it, and of any other day to compare it with. */
export const leadDue = { key: leadKeys.due, keyOf: dayKey }

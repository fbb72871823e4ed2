import { columnsOf } from '../db/columns.ts'
import { RecordChangeEntity } from './changes.entity.ts'

export const { tableName: changeTable } = RecordChangeEntity

/** The columns of a change by its properties, for the SQL of other modules. */
export const changeColumns = columnsOf(RecordChangeEntity)

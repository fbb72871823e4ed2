import { columnsOf } from '../db/columns.ts'
import { SampleRequestEntity } from './samples.entity.ts'

/** The columns of a sample request by its properties, for the SQL of other modules. */
export const sampleRequestColumns = columnsOf(SampleRequestEntity)

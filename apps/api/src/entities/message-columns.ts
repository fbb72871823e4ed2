import { columnsOf } from '../db/columns.ts'
import { MessageEntity } from './messages.entity.ts'

/** The columns of a message by its properties, for the SQL of other modules. */
export const messageColumns = columnsOf(MessageEntity)

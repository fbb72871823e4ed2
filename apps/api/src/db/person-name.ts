import { sql } from 'kysely'
import { columns, type Fragment, table } from './sql.ts'

/** A record with the name of the person who submitted it. */
interface Named {
  tableName: string
  properties: Record<'id' | 'firstName' | 'lastName' | 'company', unknown>
}

/** SQL for the name and the company of the person who submitted a record. */
export function personName(entity: Named, recordId: Fragment): Fragment {
  const { id, firstName, lastName, company } = columns(entity, 'person')
  return sql`(select concat_ws(', ', ${firstName} || ' ' || ${lastName}, ${company}) from ${table(entity)} as person
               where ${id} = ${recordId})`
}

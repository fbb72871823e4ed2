import { LeadInput, SampleRequestInput } from '@app/contract'
import { recordField, recordFieldsWith } from '@app/labels'
import { UnderscoreNamingStrategy } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { foldedSql, phoneKey } from '../folded-text.ts'
import { prepared, type Fragment } from '../sql.ts'

const naming = new UnderscoreNamingStrategy()

/** The column of the property with this name. */
export const columnOf = (property: string): string => naming.propertyToColumnName(property)

/** The searched fields. */
const searched = recordFieldsWith('isSearched')
const required: Record<keyof typeof searched, readonly string[]> = {
  lead: LeadInput.required,
  sample_request: SampleRequestInput.required,
}

export type SearchedTable = keyof typeof searched

export const isSearched = (table: SearchedTable, field: string): boolean =>
  searched[table].some((name) => name === field)

/** The searchable text of the existing columns. The tables' indexes use the same expression. */
export function searchedText(table: SearchedTable, isThere: (column: string) => boolean = () => true): Fragment {
  const fields = searched[table]
    .filter((name) => isThere(columnOf(name)))
    .map((name) => ({ name, column: sql.ref(columnOf(name)) }))
    .map(({ name, column }) => ({
      text: required[table].includes(name) ? column : sql`coalesce(${column}, '')`,
      isNumber: recordField(table, name)?.isSearched === 'digits',
    }))
  const texts = fields.filter(({ isNumber }) => !isNumber).map(({ text }) => text)
  const numbers = fields.filter(({ isNumber }) => isNumber).map(({ text }) => phoneKey(text))
  return prepared(sql.join([foldedSql(sql.join(texts, sql` || ' ' || `)), ...numbers], sql` || ' ' || `))
}

import { LeadInput, SampleRequestInput } from '@app/contract'
import { recordFieldsWith } from '@app/labels'
import { UnderscoreNamingStrategy } from '@mikro-orm/postgresql'
import { foldedSql } from '../folded-text.ts'

const naming = new UnderscoreNamingStrategy()

/** The column of a property of this name. */
export const columnOf = (property: string): string => naming.propertyToColumnName(property)

/** The fields that a search looks into. */
const searched = recordFieldsWith('isSearched')
const required: Record<keyof typeof searched, readonly string[]> = {
  lead: LeadInput.required,
  sample_request: SampleRequestInput.required,
}

export type SearchedTable = keyof typeof searched

export const isSearched = (table: SearchedTable, field: string): boolean =>
  searched[table].some((name) => name === field)

/** SQL of the text that a search matches, of the columns that are there. The indexes of the tables hold the same expression. */
export function searchedText(table: SearchedTable, isThere: (column: string) => boolean = () => true): string {
  const texts = searched[table]
    .filter((name) => isThere(columnOf(name)))
    .map((name) => (required[table].includes(name) ? columnOf(name) : `coalesce(${columnOf(name)}, '')`))
  return foldedSql(texts.join(` || ' ' || `))
}

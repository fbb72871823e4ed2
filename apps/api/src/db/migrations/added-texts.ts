import { p } from '@mikro-orm/core'
import { Migration } from '@mikro-orm/migrations'
import { textOf } from '../sql.ts'
import { columnOf, isSearched, type SearchedTable, searchedText } from './searched-text.ts'

/**
 * Optional texts added to records since the first schema, with their maximum length. Each is both a column of the
 * entity and a migration, so that neither exists without the other. Only append to a list.
 */
export const addedTexts = {
  lead: {},
  sample_request: {},
} satisfies Record<SearchedTable, Record<string, number>>

const optionalText = (length: number) => p.string().length(length).nullable()

/** The properties of an entity for its added texts. */
export const textProperties = <Texts extends Record<string, number>>(texts: Texts) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Each name keeps its place.
  Object.fromEntries(Object.entries(texts).map(([name, length]) => [name, optionalText(length)])) as {
    [Name in keyof Texts]: ReturnType<typeof optionalText>
  }

/** The searched text after this property was added, or before any was. */
export function searchedTextAfter(table: SearchedTable, property = ''): string {
  const added = Object.keys(addedTexts[table])
  const later = new Set(added.slice(added.indexOf(property) + 1).map(columnOf))
  return textOf(searchedText(table, (column) => !later.has(column)))
}

/** Adds one column. If it is searched, its new index is built while the old one serves. */
const addsText = (table: SearchedTable, property: string, length: number) =>
  class extends Migration {
    // `create index concurrently` runs only outside a transaction.
    override isTransactional(): boolean {
      return false
    }

    override async up(): Promise<void> {
      this.addSql(`alter table ${table} add column if not exists ${columnOf(property)} varchar(${length}) null`)
      if (!isSearched(table, property)) return
      const index = `${table}_words_index`
      this.addSql(`drop index concurrently if exists ${index}_next`)
      this.addSql(
        `create index concurrently ${index}_next on ${table} using gin ((${searchedTextAfter(table, property)}) gin_trgm_ops)`,
      )
      this.addSql(`drop index concurrently if exists ${index}`)
      this.addSql(`alter index ${index}_next rename to ${index}`)
    }
  }

const kebab = (property: string) => columnOf(property).replaceAll('_', '-')

export const textMigrations = (['lead', 'sample_request'] as const).flatMap((table) =>
  Object.entries<number>(addedTexts[table]).map(([property, length]) => ({
    name: `${kebab(table)}-${kebab(property)}`,
    class: addsText(table, property, length),
  })),
)

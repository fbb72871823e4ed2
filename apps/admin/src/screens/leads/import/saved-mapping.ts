import { leadField } from '@app/labels'
import { type ListedField, listedFields, type ValueChoices } from './cell-values.ts'
import { emptyMapping, fixable, guessColumns, type Mapping, targets } from './mapping.ts'

const storageKey = 'lead-import-mappings'
const valuesKey = 'lead-import-values'
const maxMappings = 20
const maxValues = 500

const nameOf = (headings: readonly string[]) => JSON.stringify(headings)

/** Reads a stored value, which an older version or the user may have written. */
function stored(key: string): unknown {
  try {
    return JSON.parse(window.localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

function store(key: string, value: unknown): void {
  try {
    window.localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Storage is full or blocked: the next file is mapped from its headings and values again.
  }
}

function storedMappings(): [string, unknown][] {
  const kept = stored(storageKey)
  if (!Array.isArray(kept)) return []
  return kept.flatMap((one: unknown): [string, unknown][] =>
    Array.isArray(one) && typeof one[0] === 'string' ? [[one[0], one[1]]] : [],
  )
}

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(name) : undefined

/** The values chosen for texts in earlier files, except values that a newer version dropped. */
function storedValues(): ValueChoices {
  const kept = stored(valuesKey)
  const of = (field: ListedField) => {
    const choices: unknown = member(kept, field)
    const isAllowed = (value: unknown): value is string =>
      typeof value === 'string' && (value === '' || Object.hasOwn(leadField(field).values ?? {}, value))
    return Object.fromEntries(
      Object.entries(choices ?? {}).filter((entry): entry is [string, string] => isAllowed(entry[1])),
    )
  }
  return { industry: of('industry'), volume: of('volume') }
}

/** The mapping last used for these headings in this browser, or one guessed from the headings. */
export function readMapping(headings: readonly string[]): Mapping {
  const kept = storedMappings().find(([name]) => name === nameOf(headings))?.[1]
  const values = storedValues()
  if (kept === undefined) return { ...emptyMapping, values, columns: guessColumns(headings) }
  const columns: Mapping['columns'] = {}
  for (const target of targets) {
    const column = member(member(kept, 'columns'), target)
    if (typeof column === 'number' && Number.isInteger(column) && headings[column] !== undefined)
      columns[target] = column
  }
  const fixed = { ...emptyMapping.fixed }
  for (const name of fixable) {
    const value = member(member(kept, 'fixed'), name)
    if (typeof value === 'string') fixed[name] = value.slice(0, 200)
  }
  return { columns, fixed, values, keepsOthers: member(kept, 'keepsOthers') === true }
}

/** Stores a mapping in this browser: column names, and the values chosen for unknown words. Stores no other data. */
export function keepMapping(headings: readonly string[], { values, ...mapping }: Mapping): void {
  const others = storedMappings().filter(([name]) => name !== nameOf(headings))
  store(storageKey, [[nameOf(headings), mapping], ...others].slice(0, maxMappings))
  store(
    valuesKey,
    Object.fromEntries(
      listedFields.map((field) => [field, Object.fromEntries(Object.entries(values[field]).slice(-maxValues))]),
    ),
  )
}

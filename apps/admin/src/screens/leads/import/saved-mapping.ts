import { fixable, guessColumns, type Mapping, noFixed, targets } from './mapping.ts'

const storageKey = 'lead-import-mappings'
const most = 20

const nameOf = (headings: readonly string[]) => JSON.stringify(headings)

/** An older version or the user may have written the stored value, so it is validated. */
function stored(): [string, unknown][] {
  try {
    const kept: unknown = JSON.parse(window.localStorage.getItem(storageKey) ?? '[]')
    if (!Array.isArray(kept)) return []
    return kept.flatMap((one: unknown): [string, unknown][] =>
      Array.isArray(one) && typeof one[0] === 'string' ? [[one[0], one[1]]] : [],
    )
  } catch {
    return []
  }
}

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(name) : undefined

/** The mapping last used for these headings in this browser, or one guessed from the headings. */
export function readMapping(headings: readonly string[]): Mapping {
  const kept = stored().find(([name]) => name === nameOf(headings))?.[1]
  if (kept === undefined) return { columns: guessColumns(headings), fixed: noFixed }
  const columns: Mapping['columns'] = {}
  for (const target of targets) {
    const column = member(member(kept, 'columns'), target)
    if (typeof column === 'number' && Number.isInteger(column) && headings[column] !== undefined)
      columns[target] = column
  }
  const fixed = { ...noFixed }
  for (const name of fixable) {
    const value = member(member(kept, 'fixed'), name)
    if (typeof value === 'string') fixed[name] = value.slice(0, 200)
  }
  return { columns, fixed }
}

/** Remembers a mapping in this browser. It contains column names, but no data from the rows. */
export function keepMapping(headings: readonly string[], mapping: Mapping): void {
  const others = stored().filter(([name]) => name !== nameOf(headings))
  try {
    window.localStorage.setItem(storageKey, JSON.stringify([[nameOf(headings), mapping], ...others].slice(0, most)))
  } catch {
    // Storage is full or blocked: the next file is mapped by its headings again.
  }
}

import { useLocalStorage } from '@mantine/hooks'

export const columns = ['Contact', 'Company', 'Industry', 'Volume', 'Date', 'Status'] as const

export type Column = (typeof columns)[number]

/** Whom a row is about is always told. */
export const optionalColumns = columns.filter((column) => column !== 'Contact')

export type Density = 'comfortable' | 'compact'

/** How this browser shows the table. Other tabs follow. */
export interface TableLook {
  hidden: readonly string[]
  density: Density
}

const asSpecified: TableLook = { hidden: [], density: 'comfortable' }

export function useTableLook() {
  const [look, setLook] = useLocalStorage({
    key: 'lead-table',
    defaultValue: asSpecified,
    getInitialValueInEffect: false,
    deserialize: readLook,
  })
  const isShown = (column: Column) => column === 'Contact' || !look.hidden.includes(column)
  return { look, setLook, isShown }
}

/** What an older version kept, or somebody typed, is not trusted. */
function readLook(text: string | undefined): TableLook {
  try {
    const kept: unknown = JSON.parse(text ?? 'null')
    if (typeof kept !== 'object' || kept === null) return asSpecified
    const { hidden, density } = kept as Partial<Record<keyof TableLook, unknown>>
    return {
      hidden: Array.isArray(hidden) ? hidden.filter((name) => typeof name === 'string') : [],
      density: density === 'compact' ? 'compact' : 'comfortable',
    }
  } catch {
    return asSpecified
  }
}

import { useLocalStorage } from '@mantine/hooks'

export const columns = ['Contact', 'Company', 'Industry', 'Volume', 'Date', 'Status'] as const

export type Column = (typeof columns)[number]

/** The contact is always shown: without it, a row says nothing about whom it concerns. */
export const optionalColumns = columns.filter((column) => column !== 'Contact')

export type Density = 'comfortable' | 'compact'

/** How this browser shows the table. Other tabs follow the change. */
export interface TableLayout {
  hidden: readonly string[]
  density: Density
}

const defaultLayout: TableLayout = { hidden: [], density: 'comfortable' }

export function useTableLayout() {
  const [layout, setLayout] = useLocalStorage({
    key: 'lead-table',
    defaultValue: defaultLayout,
    getInitialValueInEffect: false,
    deserialize: readLayout,
  })
  const isShown = (column: Column) => column === 'Contact' || !layout.hidden.includes(column)
  return { layout, setLayout, isShown }
}

/** The columns of the file, and those that are left out with a column of the table. */
const fileColumns = 'id firstName lastName email phone company industry volume source status createdAt message'.split(
  ' ',
)
const fileColumnOf: Readonly<Record<string, string>> = {
  Company: 'company',
  Industry: 'industry',
  Volume: 'volume',
  Date: 'createdAt',
  Status: 'status',
}

/** The columns of the export: the table's choice, and what the table has no column for. Undefined for all. */
export function exportedColumns({ hidden }: TableLayout): string | undefined {
  const left = hidden.map((column) => fileColumnOf[column])
  const kept = fileColumns.filter((name) => !left.includes(name))
  return kept.length < fileColumns.length ? kept.join(',') : undefined
}

/** Storage may hold what an older version wrote or somebody edited, so nothing in it is trusted. */
function readLayout(text: string | undefined): TableLayout {
  try {
    const kept: unknown = JSON.parse(text ?? 'null')
    if (typeof kept !== 'object' || kept === null) return defaultLayout
    const { hidden, density } = kept as Partial<Record<keyof TableLayout, unknown>>
    return {
      hidden: Array.isArray(hidden) ? hidden.filter((name) => typeof name === 'string') : [],
      density: density === 'compact' ? 'compact' : 'comfortable',
    }
  } catch {
    return defaultLayout
  }
}

import type { LeadColumn } from '@app/api-client'
import { fieldNames, fieldsWith, type LeadFieldColumn, leadFields, type LeadTableColumn } from '@app/labels'
import { useLocalStorage } from '@mantine/hooks'
import { useMemo } from 'react'
import { useHasCrm } from './use-has-crm.ts'

export type Column = LeadTableColumn

/** A table of leads: its columns in order, the ones hidden by default, and the storage key of its layout. */
export interface LeadTableKind {
  key: string
  columns: readonly Column[]
  hidden: readonly Column[]
  /** True if the table has the stage, which staff set, in addition to the status, which the CRM sets. */
  isWork: boolean
}

export const recentTable: LeadTableKind = {
  key: 'lead-table',
  columns: ['Contact', 'Company', 'Industry', 'Volume', 'Date', 'Status'],
  hidden: [],
  isWork: false,
}

export const leadListTable: LeadTableKind = {
  key: 'lead-list-table',
  columns: [
    'Contact',
    'Email',
    'Company',
    'Owner',
    'Stage',
    'Next step',
    'Due',
    'Industry',
    'Volume',
    'Date',
    'Status',
  ],
  hidden: ['Industry', 'Volume'],
  isWork: true,
}

/** The header of a column. In a table with stages, the status is labeled as the CRM's. */
export const columnText = (column: Column, isWork: boolean): string =>
  isWork && column === 'Status' ? 'CRM sync' : column

const withoutStatus = (columns: readonly Column[]) => columns.filter((column) => column !== 'Status')

/** The contact is always shown: without it, a row doesn't identify anyone. */
export const optionalColumns = ({ columns }: Pick<LeadTableKind, 'columns'>) =>
  columns.filter((column) => column !== 'Contact')

export type Density = 'comfortable' | 'compact'

/** How this browser shows the table. Other tabs follow the change. */
export interface TableLayout {
  hidden: readonly string[]
  density: Density
}

export function useTableLayout(kind: LeadTableKind) {
  const { key, columns: all, hidden, isWork } = kind
  const hasCrm = useHasCrm(isWork)
  const columns = useMemo(() => (isWork && !hasCrm ? withoutStatus(all) : all), [all, isWork, hasCrm])
  const [layout, setLayout] = useLocalStorage({
    key,
    defaultValue: { hidden, density: 'comfortable' },
    getInitialValueInEffect: false,
    deserialize: (text) => readLayout(text, { hidden, density: 'comfortable' }),
  })
  const shown = useMemo(
    () => columns.filter((column) => column === 'Contact' || !layout.hidden.includes(column)),
    [columns, layout.hidden],
  )
  return { layout, setLayout, columns, shown, isWork, exported: exportedColumns(kind, layout) }
}

/** The export columns that hold no field, each with the table column that hides it. */
const otherColumns = {
  id: false,
  status: 'Status',
  createdAt: 'Date',
  firstSource: false,
  firstCampaign: false,
  firstPage: false,
  firstPiece: false,
  lastSource: false,
  lastCampaign: false,
  lastPage: false,
  lastPiece: false,
} as const satisfies Record<Exclude<LeadColumn, LeadFieldColumn>, Column | false>

const fileColumns: { name: LeadColumn; column: Column | false }[] = [
  ...fieldNames(otherColumns).map((name) => ({ name, column: otherColumns[name] })),
  ...fieldsWith(leadFields, 'csv').map((field) => ({ name: leadFields[field].csv, column: leadFields[field].column })),
]

/** The columns to export: the visible ones, and those that the table doesn't have. Undefined for all. */
export function exportedColumns({ columns }: LeadTableKind, { hidden }: TableLayout): LeadColumn[] | undefined {
  const left = new Set<Column | false>(columns.filter((column) => hidden.includes(column)))
  const exported = fileColumns.filter(({ column }) => !left.has(column)).map(({ name }) => name)
  return exported.length < fileColumns.length ? exported : undefined
}

/** An older version or the user may have written the stored value, so it is validated. */
export function readLayout(text: string | undefined, defaultLayout: TableLayout): TableLayout {
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

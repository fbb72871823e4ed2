import { useLocalStorage } from '@mantine/hooks'
import { useMemo } from 'react'

export type Column = 'Contact' | 'Company' | 'Stage' | 'Owner' | 'Next step' | 'Industry' | 'Volume' | 'Date' | 'Status'

/** A table of leads: its columns in order, those that it leaves out at first, and where this browser keeps its layout. */
export interface LeadTableKind {
  key: string
  columns: readonly Column[]
  hidden: readonly Column[]
}

export const recentTable: LeadTableKind = {
  key: 'lead-table',
  columns: ['Contact', 'Company', 'Industry', 'Volume', 'Date', 'Status'],
  hidden: [],
}

export const deskTable: LeadTableKind = {
  key: 'lead-desk-table',
  columns: ['Contact', 'Company', 'Stage', 'Owner', 'Next step', 'Industry', 'Volume', 'Date', 'Status'],
  hidden: ['Industry', 'Volume'],
}

/** The contact is always shown: without it, a row says nothing about whom it concerns. */
export const optionalColumns = ({ columns }: LeadTableKind) => columns.filter((column) => column !== 'Contact')

export type Density = 'comfortable' | 'compact'

/** How this browser shows the table. Other tabs follow the change. */
export interface TableLayout {
  hidden: readonly string[]
  density: Density
}

export function useTableLayout({ key, columns, hidden }: LeadTableKind) {
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
  return { layout, setLayout, shown }
}

/** The columns of the file, and those that are left out with a column of the table. */
const fileColumns =
  'id firstName lastName email phone company industry volume source status createdAt message owner stage lostReason wonValue nextStep nextStepOn firstSource firstCampaign firstPage firstPiece lastSource lastCampaign lastPage lastPiece'.split(
    ' ',
  )
const fileColumnsOf: Readonly<Record<Column, readonly string[]>> = {
  Contact: [],
  Company: ['company'],
  Stage: ['stage', 'lostReason', 'wonValue'],
  Owner: ['owner'],
  'Next step': ['nextStep', 'nextStepOn'],
  Industry: ['industry'],
  Volume: ['volume'],
  Date: ['createdAt'],
  Status: ['status'],
}

/** The columns of the export: the table's choice, and what the table has no column for. Undefined for all. */
export function exportedColumns({ columns }: LeadTableKind, { hidden }: TableLayout): string | undefined {
  const left = columns.filter((column) => hidden.includes(column)).flatMap((column) => fileColumnsOf[column])
  return left.length > 0 ? fileColumns.filter((name) => !left.includes(name)).join(',') : undefined
}

/** Storage may hold what an older version wrote or somebody edited, so nothing in it is trusted. */
function readLayout(text: string | undefined, defaultLayout: TableLayout): TableLayout {
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

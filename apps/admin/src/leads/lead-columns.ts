import type { LeadColumn } from '@app/api-client'
import { useLocalStorage } from '@mantine/hooks'
import { useMemo } from 'react'

export type Column = 'Contact' | 'Company' | 'Stage' | 'Owner' | 'Next step' | 'Industry' | 'Volume' | 'Date' | 'Status'

/** A table of leads: its columns in order, the ones hidden by default, and the storage key of its layout. */
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

export const leadListTable: LeadTableKind = {
  key: 'lead-list-table',
  columns: ['Contact', 'Company', 'Stage', 'Owner', 'Next step', 'Industry', 'Volume', 'Date', 'Status'],
  hidden: ['Industry', 'Volume'],
}

/** The contact is always shown: without it, a row doesn't identify anybody. */
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

/** The column of the table that controls whether each column of the export is included. */
const hiddenWith: Readonly<Record<LeadColumn, Column | undefined>> = {
  id: undefined,
  firstName: undefined,
  lastName: undefined,
  email: undefined,
  phone: undefined,
  company: 'Company',
  industry: 'Industry',
  volume: 'Volume',
  source: undefined,
  status: 'Status',
  createdAt: 'Date',
  message: undefined,
  owner: 'Owner',
  stage: 'Stage',
  lostReason: 'Stage',
  wonValue: 'Stage',
  nextStep: 'Next step',
  nextStepOn: 'Next step',
  firstSource: undefined,
  firstCampaign: undefined,
  firstPage: undefined,
  firstPiece: undefined,
  lastSource: undefined,
  lastCampaign: undefined,
  lastPage: undefined,
  lastPiece: undefined,
}
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.keys has the type string[], whatever the keys are.
const fileColumns = Object.keys(hiddenWith) as LeadColumn[]

/** The columns of the export: the visible ones, and those that the table doesn't have. Undefined for all. */
export function exportedColumns({ columns }: LeadTableKind, { hidden }: TableLayout): LeadColumn[] | undefined {
  const left = new Set<Column | undefined>(columns.filter((column) => hidden.includes(column)))
  const exported = fileColumns.filter((name) => !left.has(hiddenWith[name]))
  return exported.length < fileColumns.length ? exported : undefined
}

/** An older version or the user may have written the stored value, so it is validated. */
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

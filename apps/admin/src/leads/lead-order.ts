import type { ListLeadsParams } from '@app/api-client'
import { firstPage, type UrlState } from '../list/use-url-state.ts'
import type { Column } from './lead-columns.ts'

export type LeadOrder = NonNullable<ListLeadsParams['order']>

export const defaultOrder: LeadOrder = 'newest'

type SortDirection = { order: LeadOrder; direction: 'ascending' | 'descending'; text: string }

/** The sort directions of a column, in the order in which its header applies them. The server has an index for each. */
export const sortDirections: Partial<Record<Column, readonly SortDirection[]>> = {
  Date: [
    { order: 'newest', direction: 'descending', text: 'Newest first' },
    { order: 'oldest', direction: 'ascending', text: 'Oldest first' },
  ],
  Contact: [
    { order: 'name', direction: 'ascending', text: 'Name, A to Z' },
    { order: 'name-reversed', direction: 'descending', text: 'Name, Z to A' },
  ],
  Company: [
    { order: 'company', direction: 'ascending', text: 'Company, A to Z' },
    { order: 'company-reversed', direction: 'descending', text: 'Company, Z to A' },
  ],
  Status: [
    { order: 'status', direction: 'ascending', text: 'Status, A to Z' },
    { order: 'status-reversed', direction: 'descending', text: 'Status, Z to A' },
  ],
  // Leads without a due date are last.
  Due: [{ order: 'due', direction: 'ascending', text: 'Due date, soonest first' }],
}

/** The sort orders of some columns, as options of a select. */
export const orderOptions = (columns: readonly string[]) =>
  Object.entries(sortDirections).flatMap(([column, directions]) =>
    columns.includes(column) ? directions.map(({ order, text }) => ({ value: order, label: text })) : [],
  )

const orders = Object.values(sortDirections).flatMap((directions) => directions.map(({ order }) => order))

/** The order in the URL, or the default. */
export const leadOrder = (text: string | undefined): LeadOrder => orders.find((order) => order === text) ?? defaultOrder

export const sortLeads = (url: UrlState, order: LeadOrder): void =>
  url.set({ order: order === defaultOrder ? undefined : order, ...firstPage })

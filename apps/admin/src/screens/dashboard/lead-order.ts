import type { ListLeadsParams } from '@app/api-client'
import { oneOf } from '../../list/use-url-state.ts'
import type { Column } from './lead-columns.ts'

export type LeadOrder = NonNullable<ListLeadsParams['order']>

export const usualOrder: LeadOrder = 'newest'

type Turn = { order: LeadOrder; direction: 'ascending' | 'descending'; text: string }

/** What the head of a column turns to, first and then in turn. The server has an index for each. */
export const turnsOf: Partial<Record<Column, readonly [Turn, Turn]>> = {
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
}

/** The same as a choice, the usual one first. */
export const orderOptions = Object.values(turnsOf).flatMap((turns) =>
  turns.map(({ order, text }) => ({ value: order, label: text })),
)

const orders = orderOptions.map(({ value }) => value)

/** What the address asks for. */
export const leadOrder = (text: string | undefined): LeadOrder => oneOf(orders, text) ?? usualOrder

import { NativeSelect } from '@mantine/core'
import { leadOrder, orderOptions, sortLeads } from './lead-order.ts'
import type { LeadListProps } from './LeadTable.tsx'

/** The sort order of the list on a phone, which has no column headers. */
export const LeadOrderSelect = ({ columns, url }: Pick<LeadListProps, 'columns' | 'url'>) => (
  <NativeSelect
    aria-label="Sort by"
    data={orderOptions(columns)}
    value={leadOrder(url.get('order'))}
    onChange={(event) => sortLeads(url, leadOrder(event.currentTarget.value))}
  />
)

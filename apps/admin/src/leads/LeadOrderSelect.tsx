import { NativeSelect } from '@mantine/core'
import { leadOrder, orderOptions, sortLeads } from './lead-order.ts'
import type { LeadListProps } from './LeadTable.tsx'

/** The order of the list on a phone, where no column heads can set it. */
export const LeadOrderSelect = ({ columns, url }: Pick<LeadListProps, 'columns' | 'url'>) => (
  <NativeSelect
    aria-label="Sort by"
    data={orderOptions(columns)}
    value={leadOrder(url.get('order'))}
    onChange={(event) => sortLeads(url, leadOrder(event.currentTarget.value))}
  />
)

import { NativeSelect } from '@mantine/core'
import { leadOrder, orderOptions } from './lead-order.ts'
import type { LeadListProps } from './LeadTable.tsx'

/** The order of the list on a phone, where no column heads can set it. */
export const LeadOrderSelect = ({ columns, order, onOrder }: Pick<LeadListProps, 'columns' | 'order' | 'onOrder'>) => (
  <NativeSelect
    aria-label="Sort by"
    data={orderOptions(columns)}
    value={order}
    onChange={(event) => onOrder(leadOrder(event.currentTarget.value))}
  />
)

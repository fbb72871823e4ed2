import type { LeadOwner } from '@app/api-client'
import { useMemo } from 'react'
import { useBusinessDay } from '../list/use-business-day.ts'
import type { Column } from './lead-columns.ts'
import { useOwners } from './OwnerName.tsx'

/** Data that a row needs in addition to its lead. */
export interface RowFacts {
  owners: readonly LeadOwner[]
  /** Today in the business's time zone. */
  today: string
}

/** Read once for all rows, so that a hundred rows don't subscribe to the same queries. */
export function useRowFacts(columns: readonly Column[]): RowFacts {
  const owners = useOwners(columns.includes('Owner'))
  const today = useBusinessDay()
  return useMemo(() => ({ owners, today }), [owners, today])
}

import type { LeadOwner } from '@app/api-client'
import { useMemo } from 'react'
import { useBusinessDay } from '../list/use-business-day.ts'
import type { Column } from './lead-columns.ts'
import { useOwners } from './OwnerName.tsx'

/** What a row says of its lead with more than the lead itself. */
export interface RowFacts {
  owners: readonly LeadOwner[]
  /** The day of the business. */
  today: string
}

/** Read once for all rows: each of a hundred would otherwise watch the same answers. */
export function useRowFacts(columns: readonly Column[]): RowFacts {
  const owners = useOwners(columns.includes('Owner'))
  const today = useBusinessDay()
  return useMemo(() => ({ owners, today }), [owners, today])
}

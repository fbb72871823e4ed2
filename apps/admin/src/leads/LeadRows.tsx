import { useIsNarrow } from '../list/use-is-narrow.ts'
import type { Density } from './lead-columns.ts'
import { LeadCards } from './LeadCards.tsx'
import { type LeadListProps, LeadTable } from './LeadTable.tsx'

/** The leads as a table, or as cards on a phone. */
export const LeadRows = ({ density, ...list }: LeadListProps & { density: Density }) =>
  useIsNarrow() ? <LeadCards {...list} /> : <LeadTable {...list} density={density} />

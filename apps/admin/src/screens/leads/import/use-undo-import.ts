import { countText } from '../../../components/format.ts'
import { undoLeadImport } from '@app/api-client'
import { useWrite } from '../../../edit/use-write.ts'
import { keptOf } from './SkippedLeads.tsx'

/** Allows for a large import. */
const timeoutMs = 60_000

const keptText = (kept: number) =>
  kept === 0
    ? undefined
    : `${countText(kept, 'lead')} ${kept === 1 ? 'was' : 'were'} kept: someone worked on ${kept === 1 ? 'it' : 'them'}, or ${kept === 1 ? 'it is' : 'they are'} in the CRM.`

/** Undoes imports, except for leads that someone worked on. */
export const useUndoImport = () =>
  useWrite({
    kind: 'leads',
    what: 'import',
    send: (id: string) => undoLeadImport(id, { timeoutMs }),
    saved: ({ removed }) => `${countText(removed, 'lead')} deleted`,
    note: (outcome) => keptText(keptOf(outcome)),
    failed: 'Failed to undo the import',
  })

import { countText } from '../../../components/format.ts'
import { type LeadImportUndoResult, undoLeadImport } from '@app/api-client'
import { keptOf } from './SkippedLeads.tsx'

/** Allows for a large import. */
const timeoutMs = 60_000

const keptText = (kept: number) =>
  kept === 0
    ? undefined
    : `${countText(kept, 'lead')} ${kept === 1 ? 'was' : 'were'} kept: someone worked on ${kept === 1 ? 'it' : 'them'}, or ${kept === 1 ? 'it is' : 'they are'} in the CRM.`

/** Undoes imports, except for leads that someone worked on. */
export const importUndo = {
  kind: 'leads',
  what: 'import',
  send: (id: string) => undoLeadImport(id, { timeoutMs }),
  saved: ({ removed }: LeadImportUndoResult) => `${countText(removed, 'lead')} deleted`,
  note: (outcome: LeadImportUndoResult) => keptText(keptOf(outcome)),
  failed: 'Failed to undo the import',
} as const

import { mergeLead, unmergeLead } from '@app/api-client'
import { useWrite } from '../edit/use-write.ts'

/** Merges other leads into this one, and takes that back, also after either has changed. */
export function useMerge(into: string) {
  const merge = useWrite({
    kind: 'leads',
    what: 'lead',
    send: (id: string) => mergeLead(id, { into }),
    saved: 'Merged into this lead',
    undone: 'The leads are separate again',
    failed: 'Failed to merge leads',
  })
  const unmerge = useWrite({
    kind: 'leads',
    what: 'lead',
    send: unmergeLead,
    saved: 'The leads are separate again',
    failed: 'Failed to undo merge',
  })
  return {
    /** The lead that is being merged or taken back. */
    pending: merge.pending ?? unmerge.pending,
    merge: (id: string) => merge.start(id),
    takeBack: (id: string) => unmerge.start(id),
  }
}

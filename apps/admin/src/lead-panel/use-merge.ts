import { mergeLead, unmergeLead } from '@app/api-client'
import { useWrite } from '../edit/use-write.ts'

/** Merges other leads into this one and unmerges them, even after either has changed. */
export function useMerge(into: string) {
  const merge = useWrite({
    kind: 'leads',
    what: 'lead',
    send: (id: string) => mergeLead(id, { into }),
    saved: 'Leads merged',
    undone: 'Leads unmerged',
    failed: 'Failed to merge leads',
  })
  const unmerge = useWrite({
    kind: 'leads',
    what: 'lead',
    send: unmergeLead,
    saved: 'Leads unmerged',
    failed: 'Failed to undo merge',
  })
  return {
    /** The lead that is being merged or unmerged. */
    pending: merge.pending ?? unmerge.pending,
    merge: (id: string) => merge.start(id),
    takeBack: (id: string) => unmerge.start(id),
  }
}

import { countText } from '../../../components/figure.ts'
import { type LeadImportUndoResult, undoLeadImport } from '@app/api-client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { showRefusal } from '../../../components/show-refusal.ts'
import { showSaved } from '../../../components/toasts.tsx'
import { useOneAtATime } from '../../../components/use-one-at-a-time.ts'
import { reloadAfterChange } from '../../../cache/lead-cache.ts'
import { keptOf } from './SkippedLeads.tsx'

/** Allows for a large import. */
const timeoutMs = 60_000

const keptText = (kept: number) =>
  kept === 0
    ? undefined
    : `${countText(kept, 'lead')} ${kept === 1 ? 'stays' : 'stay'}: someone worked on ${kept === 1 ? 'it' : 'them'}, or ${kept === 1 ? 'it is' : 'they are'} in the CRM.`

/** Undoes imports, except for leads that someone worked on. */
export function useUndoImport() {
  const queryClient = useQueryClient()
  const oneAtATime = useOneAtATime()
  const undo = useMutation({
    mutationFn: (id: string) => undoLeadImport(id, { timeoutMs }),
    onSuccess: ({ data: { removed, ...kept } }) =>
      showSaved(`${countText(removed, 'lead')} deleted`, undefined, keptText(keptOf(kept))),
    onError: (error) => showRefusal(error, 'Failed to undo the import'),
    onSettled: () => reloadAfterChange(queryClient),
  })
  return {
    isUndoing: undo.isPending,
    /** The result of the last undo. */
    outcome: undo.data?.data,
    /** `onDone` is called on success. */
    undo: (id: string, onDone?: (outcome: LeadImportUndoResult) => void) =>
      oneAtATime(() => undo.mutateAsync(id).then(({ data }) => onDone?.(data))),
  }
}

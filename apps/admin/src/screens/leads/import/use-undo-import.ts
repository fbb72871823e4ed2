import { type LeadImportUndo, undoLeadImport } from '@app/api-client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { showRefusal } from '../../../components/show-refusal.ts'
import { showSaved } from '../../../components/toasts.tsx'
import { useOneAtATime } from '../../../components/use-one-at-a-time.ts'
import { reloadAfterChange } from '../../../cache/lead-cache.ts'
import { countText } from './import-order.ts'
import { keptOf } from './KeptLeads.tsx'

/** As long as a large import may take. */
const timeoutMs = 60_000

const keptText = (kept: number) =>
  kept === 0
    ? undefined
    : `${countText(kept)} ${kept === 1 ? 'stays' : 'stay'}: somebody has worked on ${kept === 1 ? 'it' : 'them'}, or the CRM knows ${kept === 1 ? 'it' : 'them'}.`

/** Takes imports back, as far as nobody has worked on their leads. */
export function useUndoImport() {
  const queryClient = useQueryClient()
  const oneAtATime = useOneAtATime()
  const undo = useMutation({
    mutationFn: (id: string) => undoLeadImport(id, { timeoutMs }),
    onSuccess: ({ data: { removed, ...kept } }) =>
      showSaved(`${countText(removed)} deleted`, undefined, keptText(keptOf(kept))),
    onError: (error) => showRefusal(error, 'Failed to undo the import'),
    onSettled: () => reloadAfterChange(queryClient),
  })
  return {
    isUndoing: undo.isPending,
    /** What the last one did. */
    outcome: undo.data?.data,
    /** `onDone` is called when it has ended well. */
    undo: (id: string, onDone?: (outcome: LeadImportUndo) => void) =>
      oneAtATime(() => undo.mutateAsync(id).then(({ data }) => onDone?.(data))),
  }
}

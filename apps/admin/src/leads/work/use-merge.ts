import { mergeLead, unmergeLead } from '@app/api-client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { showRefusal } from '../../layout/show-refusal.ts'
import { showSaved } from '../../layout/toasts.tsx'
import { useOneAtATime } from '../../layout/use-one-at-a-time.ts'
import { reloadAfterChange } from '../refresh-leads.ts'

/** Merges other leads into this one, and takes that back. Each is the other's undo. */
export function useMerge(into: string) {
  const queryClient = useQueryClient()
  const oneAtATime = useOneAtATime()
  const reload = () => reloadAfterChange(queryClient)
  const merge = useMutation({
    mutationFn: (id: string) => mergeLead(id, { into }),
    onSuccess(_work, id) {
      showSaved('Merged into this lead', () => takeBack(id))
      reload()
    },
    onError(error) {
      showRefusal(error, 'Failed to merge leads')
      reload()
    },
  })
  const unmerge = useMutation({
    mutationFn: (id: string) => unmergeLead(id),
    onSuccess() {
      showSaved('The leads are separate again')
      reload()
    },
    onError(error) {
      showRefusal(error, 'Failed to undo merge')
      reload()
    },
  })
  const takeBack = (id: string) => oneAtATime(() => unmerge.mutateAsync(id))
  return {
    /** The lead that is being merged or taken back. */
    pending: (merge.isPending && merge.variables) || (unmerge.isPending && unmerge.variables) || undefined,
    merge: (id: string) => oneAtATime(() => merge.mutateAsync(id)),
    takeBack,
  }
}

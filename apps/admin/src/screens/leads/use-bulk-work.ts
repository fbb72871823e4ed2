import {
  changeLeads,
  type LeadChange,
  type LeadWork,
  type ManyLeadsChange,
  restoreLeads,
  setLeadsSpam,
} from '@app/api-client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { reasonOf, statusOf } from '../../layout/ErrorNotice.tsx'
import { showFailure, showSaved } from '../../layout/toasts.tsx'
import { useOneAtATime } from '../../layout/use-one-at-a-time.ts'
import { reloadAfterChange } from '../../leads/refresh-leads.ts'

export const leadsText = (count: number): string => (count === 1 ? '1 lead' : `${count.toLocaleString('en-US')} leads`)

interface Order {
  ids: string[]
  change: LeadChange
  /** Says what was done, after the number of leads: "assigned to Rosa Example". */
  done: string
}

const failed = 'Failed to change leads'

/** Changes several leads in one request, which is whole or not at all. Undo gives each what it had before. */
export function useBulkWork() {
  const queryClient = useQueryClient()
  const oneAtATime = useOneAtATime()
  const reload = () => reloadAfterChange(queryClient)
  const onError = (error: Error) => {
    const isStale = statusOf(error) === 412
    const reason = isStale ? 'Somebody has changed one of them since.' : reasonOf(error)
    showFailure(error, failed, `None of them was changed. ${reason}`)
    // What is gone or merged disappears from the list.
    reload()
  }
  const saved = ({ changed, previous }: ManyLeadsChange, done: string) => {
    const undo = () => oneAtATime(() => restore.mutateAsync(previous))
    showSaved(`${leadsText(changed)} ${done}`, changed > 0 ? undo : undefined)
    reload()
  }
  const restore = useMutation({
    mutationFn: (leads: LeadWork[]) => restoreLeads({ leads }),
    onSuccess: ({ data }) => saved(data, 'changed back'),
    onError,
  })
  const change = useMutation({
    mutationFn: ({ ids, change: changed }: Order) => changeLeads({ ids, change: changed }),
    onSuccess: ({ data }, { done }) => saved(data, done),
    onError,
  })
  const spam = useMutation({
    mutationFn: ({ ids, isSpam }: { ids: string[]; isSpam: boolean }) => setLeadsSpam({ ids, isSpam }),
    onSuccess(_nothing, { ids, isSpam }) {
      const undo = () => oneAtATime(() => spam.mutateAsync({ ids, isSpam: !isSpam }))
      showSaved(
        `${leadsText(ids.length)} ${isSpam ? 'marked as spam' : 'taken out of spam'}`,
        isSpam ? undo : undefined,
      )
      reload()
    },
    onError,
  })
  return {
    isChanging: change.isPending,
    isMarking: spam.isPending,
    /** `onDone` is called when it has succeeded. */
    change: (order: Order, onDone: () => void) => oneAtATime(() => change.mutateAsync(order).then(onDone)),
    markSpam: (ids: string[]) => oneAtATime(() => spam.mutateAsync({ ids, isSpam: true })),
  }
}

export type BulkWork = ReturnType<typeof useBulkWork>

import { deleteLeadView, getListLeadViewsQueryKey, type LeadView } from '@app/api-client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Confirm } from '../../layout/Confirm.tsx'
import { statusOf } from '../../layout/ErrorNotice.tsx'
import { showRefusal } from '../../layout/show-refusal.ts'
import { showGone, showSaved } from '../../layout/toasts.tsx'
import { useOneSuccess } from '../../layout/use-one-at-a-time.ts'

type Props = { view: LeadView; onDeleted: () => void; onClose: () => void }

/** Asks before a view is deleted: others may work with it. */
export function DeleteView({ view, onDeleted, onClose }: Props) {
  const queryClient = useQueryClient()
  const write = useOneSuccess()
  const finish = () => {
    onDeleted()
    onClose()
    return queryClient.invalidateQueries({ queryKey: getListLeadViewsQueryKey() })
  }
  const remove = useMutation({
    mutationFn: () => deleteLeadView(view.id),
    onSuccess() {
      showSaved('View deleted successfully')
      return finish()
    },
    onError(error) {
      if (statusOf(error) !== 404) return showRefusal(error, 'Failed to delete view')
      showGone('view')
      void finish()
    },
  })
  return (
    <Confirm
      opened
      title="Delete view"
      action="Delete"
      isWorking={remove.isPending}
      onConfirm={() => write(() => remove.mutateAsync())}
      onClose={onClose}
    >
      Are you sure you want to delete the view “<bdi>{view.name}</bdi>”?{' '}
      {view.isShared && 'Nobody will see it anymore. '}
      The leads stay as they are.
    </Confirm>
  )
}

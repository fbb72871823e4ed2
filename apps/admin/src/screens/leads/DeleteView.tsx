import { deleteLeadView, type LeadView } from '@app/api-client'
import { ConfirmWrite } from '../../edit/ConfirmWrite.tsx'

type Props = { view: LeadView; onDeleted: () => void; onClose: () => void }

/** Asks before a view is deleted: others may work with it. */
export const DeleteView = ({ view, onDeleted, onClose }: Props) => (
  <ConfirmWrite
    title="Delete view"
    action="Delete"
    kind="lead_views"
    what="view"
    send={() => deleteLeadView(view.id)}
    saved="View deleted successfully"
    undone="The view is there again"
    failed="Failed to delete view"
    onGone={onDeleted}
    onClose={onClose}
  >
    Are you sure you want to delete the view “<bdi>{view.name}</bdi>”? {view.isShared && 'Nobody will see it anymore. '}
    The leads stay as they are.
  </ConfirmWrite>
)

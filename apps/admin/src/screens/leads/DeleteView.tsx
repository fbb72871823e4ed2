import { deleteLeadView, type LeadView } from '@app/api-client'
import { ConfirmWrite } from '../../edit/ConfirmWrite.tsx'

type Props = { view: LeadView; onDeleted: () => void; onClose: () => void }

/** Asks before a view is deleted, because others may use it. */
export const DeleteView = ({ view, onDeleted, onClose }: Props) => (
  <ConfirmWrite
    title="Delete view"
    action="Delete"
    kind="lead_views"
    what="view"
    send={() => deleteLeadView(view.id)}
    saved="View deleted successfully"
    undone="View restored"
    failed="Failed to delete view"
    onGone={onDeleted}
    onClose={onClose}
  >
    Are you sure you want to delete the view “<bdi>{view.name}</bdi>”? {view.isShared && 'It is removed for everyone. '}
    The leads are not affected.
  </ConfirmWrite>
)

import {
  getListStaffInvitationsQueryKey,
  type StaffInvitation,
  useRenewStaffInvitation,
  useRevokeStaffInvitation,
} from '@app/api-client'
import { useQueryClient } from '@tanstack/react-query'
import { Confirm } from '../../layout/Confirm.tsx'
import { statusOf } from '../../layout/ErrorNotice.tsx'
import { showRefusal } from '../../layout/show-refusal.ts'
import { showGone, showSaved } from '../../layout/toasts.tsx'
import { useOneSuccess } from '../../layout/use-one-at-a-time.ts'
import type { NewLink } from './LinkDialog.tsx'

type Props = { invitation: StaffInvitation; onClose: () => void }

export function RevokeQuestion({ invitation, onClose }: Props) {
  const write = useOneSuccess()
  const refused = useRefused()
  const revoke = useRevokeStaffInvitation({
    mutation: {
      onSuccess: () => showSaved('Invitation revoked successfully'),
      onError: (error) => refused(error, 'Failed to revoke invitation'),
      onSettled: onClose,
    },
  })
  return (
    <Confirm
      opened
      title="Revoke invitation"
      action="Revoke"
      isWorking={revoke.isPending}
      onConfirm={() => write(() => revoke.mutateAsync({ id: invitation.id }))}
      onClose={onClose}
    >
      The link for <strong dir="auto">{invitation.name}</strong> ({invitation.email}) stops working at once.
    </Confirm>
  )
}

export function RenewQuestion({ invitation, onLink, onClose }: Props & { onLink: (link: NewLink) => void }) {
  const write = useOneSuccess()
  const refused = useRefused()
  const renew = useRenewStaffInvitation({
    mutation: {
      onSuccess({ data }) {
        showSaved('Invitation link created successfully')
        onLink({ title: 'Invitation link', link: data, person: invitation.name })
      },
      onError: (error) => refused(error, 'Failed to create invitation link'),
      onSettled: onClose,
    },
  })
  return (
    <Confirm
      opened
      title="New invitation link"
      action="Create link"
      color="ink"
      isWorking={renew.isPending}
      onConfirm={() => write(() => renew.mutateAsync({ id: invitation.id }))}
      onClose={onClose}
    >
      <strong dir="auto">{invitation.name}</strong> ({invitation.email}) needs the new link: the previous one stops
      working.
    </Confirm>
  )
}

/** Shows that a change was refused. An invitation that is gone is no failure: the list is loaded again. */
function useRefused() {
  const queryClient = useQueryClient()
  return (error: Error, failure: string) => {
    if (statusOf(error) !== 404) return showRefusal(error, failure)
    showGone('invitation', 'It was used or revoked in the meantime.')
    void queryClient.invalidateQueries({ queryKey: getListStaffInvitationsQueryKey() })
  }
}

import { type StaffInvitation, useRenewStaffInvitation, useRevokeStaffInvitation } from '@app/api-client'
import { Confirm } from '../../layout/Confirm.tsx'
import { showRefusal } from '../../layout/show-refusal.ts'
import { showSaved } from '../../layout/toasts.tsx'
import { useOneSuccess } from '../../layout/use-one-at-a-time.ts'
import type { NewLink } from './LinkDialog.tsx'

type Props = { invitation: StaffInvitation; onClose: () => void }

export function RevokeQuestion({ invitation, onClose }: Props) {
  const write = useOneSuccess()
  const revoke = useRevokeStaffInvitation({
    mutation: {
      onSuccess: () => showSaved('Invitation revoked successfully'),
      onError: (error) => showRefusal(error, 'Failed to revoke invitation'),
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
  const renew = useRenewStaffInvitation({
    mutation: {
      onSuccess({ data }) {
        showSaved('Invitation link created successfully')
        onLink({ title: 'Invitation link', link: data, person: invitation.name })
      },
      onError: (error) => showRefusal(error, 'Failed to create invitation link'),
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

import { renewStaffInvitation, deleteStaffInvitation, type StaffInvitation } from '@app/api-client'
import { ConfirmWrite } from '../../edit/ConfirmWrite.tsx'
import type { NewLink } from './LinkDialog.tsx'

/** A change to confirm, and the person it affects. */
export type AskedInvitation = { kind: 'renew' | 'revoke'; invitation: StaffInvitation }

type Props = AskedInvitation & { onLink: (link: NewLink) => void; onClose: () => void }

export function InvitationQuestion({ kind, invitation: { id, name, email }, onLink, onClose }: Props) {
  const common = {
    kind: 'accounts',
    what: 'invitation',
    goneText: 'It was used or revoked in the meantime.',
    onClose,
  } as const
  return kind === 'revoke' ? (
    <ConfirmWrite
      {...common}
      title="Revoke invitation"
      action="Revoke"
      send={() => deleteStaffInvitation(id)}
      saved="Invitation revoked successfully"
      failed="Failed to revoke invitation"
    >
      The link for <strong dir="auto">{name}</strong> ({email}) will stop working immediately.
    </ConfirmWrite>
  ) : (
    <ConfirmWrite
      {...common}
      title="New invitation link"
      action="Create link"
      color="ink"
      send={() => renewStaffInvitation(id)}
      saved="Invitation link created successfully"
      failed="Failed to create invitation link"
      onSaved={(link) => onLink({ title: 'Invitation link', link, person: name })}
    >
      <strong dir="auto">{name}</strong> ({email}) needs the new link: the previous one stops working.
    </ConfirmWrite>
  )
}

import { renewStaffInvitation, deleteStaffInvitation, type StaffInvitation } from '@app/api-client'
import { ConfirmWrite } from '../../edit/ConfirmWrite.tsx'
import type { NewLink } from './LinkDialog.tsx'

type Props = { invitation: StaffInvitation; onClose: () => void }

const common = {
  kind: 'accounts',
  what: 'invitation',
  goneText: 'It was used or revoked in the meantime.',
} as const

export const RevokeQuestion = ({ invitation: { id, name, email }, onClose }: Props) => (
  <ConfirmWrite
    {...common}
    title="Revoke invitation"
    action="Revoke"
    send={() => deleteStaffInvitation(id)}
    saved="Invitation revoked successfully"
    failed="Failed to revoke invitation"
    onClose={onClose}
  >
    The link for <strong dir="auto">{name}</strong> ({email}) stops working at once.
  </ConfirmWrite>
)

type RenewProps = Props & { onLink: (link: NewLink) => void }

export const RenewQuestion = ({ invitation: { id, name, email }, onLink, onClose }: RenewProps) => (
  <ConfirmWrite
    {...common}
    title="New invitation link"
    action="Create link"
    color="ink"
    send={() => renewStaffInvitation(id)}
    saved="Invitation link created successfully"
    failed="Failed to create invitation link"
    onSaved={(link) => onLink({ title: 'Invitation link', link, person: name })}
    onClose={onClose}
  >
    <strong dir="auto">{name}</strong> ({email}) needs the new link: the previous one stops working.
  </ConfirmWrite>
)

import {
  deleteStaffInvitation,
  renewStaffInvitation,
  type StaffInvitation,
  useListStaffInvitations,
} from '@app/api-client'
import { Badge } from '@mantine/core'
import { Stamp } from '../../components/Instant.tsx'
import { AskButton } from '../../edit/AskButton.tsx'
import { WholeList } from '../../list/WholeList.tsx'
import { Cell } from '../../list/Row.tsx'
import rows from '../../list/Rows.module.css'
import type { NewLink } from './LinkDialog.tsx'
import { roleText } from './roles.ts'
import styles from './StaffTab.module.css'

/** Links that have not been used yet, including expired ones. */
export function InvitationList({ onLink }: { onLink: (link: NewLink) => void }) {
  const invitations = useListStaffInvitations()
  return (
    <WholeList
      query={invitations}
      label="Invitations"
      empty="No open invitations"
      hint="People you invite are listed here until they set their password. Then they move to the accounts."
    >
      {(invitation) => <Invitation key={invitation.id} invitation={invitation} onLink={onLink} />}
    </WholeList>
  )
}

const question = {
  kind: 'accounts',
  what: 'invitation',
  goneText: 'It was used or revoked in the meantime.',
} as const

type Props = { invitation: StaffInvitation; onLink: (link: NewLink) => void }

function Invitation({ invitation, onLink }: Props) {
  const { id, name, email, role, invitedBy, expiresAt, isExpired } = invitation
  return (
    <li className={`${rows.row} ${styles.account}`} aria-label={name}>
      <Cell name={name} badges={isExpired && <Badge color="gold">Expired</Badge>} note={email} />
      <div>
        <p className={rows.name}>{roleText(role)}</p>
        <p className={rows.quiet}>
          Link from <bdi>{invitedBy}</bdi> · <Stamp text={isExpired ? 'expired' : 'works until'} at={expiresAt} />
        </p>
      </div>
      <div className={styles.actions}>
        <AskButton
          {...question}
          text="New link"
          label={`New link for ${name}`}
          title="New invitation link"
          action="Create link"
          color="ink"
          send={() => renewStaffInvitation(id)}
          saved="Invitation link created successfully"
          failed="Failed to create invitation link"
          onSaved={(link) => onLink({ title: 'Invitation link', link, person: name })}
        >
          <strong dir="auto">{name}</strong> ({email}) needs the new link: the previous one stops working.
        </AskButton>
        <AskButton
          {...question}
          label={`Revoke invitation of ${name}`}
          title="Revoke invitation"
          action="Revoke"
          send={() => deleteStaffInvitation(id)}
          saved="Invitation revoked successfully"
          failed="Failed to revoke invitation"
        >
          The link for <strong dir="auto">{name}</strong> ({email}) will stop working immediately.
        </AskButton>
      </div>
    </li>
  )
}

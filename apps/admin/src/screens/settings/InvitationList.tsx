import { type StaffInvitation, useListStaffInvitations } from '@app/api-client'
import { Badge } from '@mantine/core'
import { useState } from 'react'
import { Stamp } from '../../components/Instant.tsx'
import { RowButton } from '../../list/RowButton.tsx'
import { WholeList } from '../../list/WholeList.tsx'
import { Cell } from '../../list/Row.tsx'
import rows from '../../list/Rows.module.css'
import { type AskedInvitation, InvitationQuestion } from './InvitationQuestion.tsx'
import type { NewLink } from './LinkDialog.tsx'
import { roleText } from './roles.ts'
import styles from './StaffTab.module.css'

/** Links that have not been used yet, including expired ones. */
export function InvitationList({ onLink }: { onLink: (link: NewLink) => void }) {
  const invitations = useListStaffInvitations()
  const [question, ask] = useState<AskedInvitation>()
  return (
    <>
      <WholeList
        query={invitations}
        label="Invitations"
        empty="No open invitations"
        hint="People you invite are listed here until they set their password. Then they move to the accounts."
      >
        {(invitation) => <Invitation key={invitation.id} invitation={invitation} onAsk={ask} />}
      </WholeList>
      {question && <InvitationQuestion {...question} onLink={onLink} onClose={() => ask(undefined)} />}
    </>
  )
}

type Props = { invitation: StaffInvitation; onAsk: (question: AskedInvitation) => void }

function Invitation({ invitation, onAsk }: Props) {
  const { name, email, role, invitedBy, expiresAt, isExpired } = invitation
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
        <RowButton
          text="New link"
          label={`New link for ${name}`}
          onClick={() => onAsk({ kind: 'renew', invitation })}
        />
        <RowButton
          text="Revoke"
          label={`Revoke invitation of ${name}`}
          onClick={() => onAsk({ kind: 'revoke', invitation })}
        />
      </div>
    </li>
  )
}

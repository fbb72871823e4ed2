import { type StaffInvitation, useListStaffInvitations } from '@app/api-client'
import { Badge, Button, Skeleton } from '@mantine/core'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { EmptyNotice } from '../../components/EmptyNotice.tsx'
import { Instant } from '../../components/Instant.tsx'
import rows from '../../list/Rows.module.css'
import type { InvitationQuestion } from './questions.ts'
import { roleText } from './roles.ts'
import styles from './StaffTab.module.css'

type OnAsk = (question: InvitationQuestion) => void

/** Links that have not been used yet, including expired ones. */
export function InvitationList({ onAsk }: { onAsk: OnAsk }) {
  const invitations = useListStaffInvitations()
  const open = invitations.data?.data

  if (invitations.isError) {
    return <ErrorNotice title="The invitations could not be loaded" query={invitations} />
  }
  if (!open) return <Skeleton height={80} radius="md" role="status" aria-label="Loading" />
  if (open.length === 0) {
    return (
      <EmptyNotice title="No open invitations">
        People you invite are listed here until they set their password. Then they move to the accounts.
      </EmptyNotice>
    )
  }
  return (
    <ul aria-label="Invitations" className={rows.rows}>
      {open.map((invitation) => (
        <Invitation key={invitation.id} invitation={invitation} onAsk={onAsk} />
      ))}
    </ul>
  )
}

function Invitation({ invitation, onAsk }: { invitation: StaffInvitation; onAsk: OnAsk }) {
  const { name, email, role, invitedBy, expiresAt, isExpired } = invitation
  return (
    <li className={`${rows.row} ${styles.account}`} aria-label={name}>
      <div>
        <div className={styles.name}>
          <span dir="auto">{name}</span>
          {isExpired && <Badge color="gold">Expired</Badge>}
        </div>
        <p className={rows.quiet}>{email}</p>
      </div>
      <div>
        <p className={styles.value}>{roleText(role)}</p>
        <p className={rows.quiet}>
          Link from <span dir="auto">{invitedBy}</span> · {isExpired ? 'expired' : 'works until'}{' '}
          <Instant at={expiresAt} />
        </p>
      </div>
      <div className={styles.actions}>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`New link for ${name}`}
          onClick={() => onAsk({ kind: 'renew', invitation })}
        >
          New link
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Revoke invitation of ${name}`}
          onClick={() => onAsk({ kind: 'revoke', invitation })}
        >
          Revoke
        </Button>
      </div>
    </li>
  )
}

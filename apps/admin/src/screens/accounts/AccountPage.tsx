import {
  type AccountDetail,
  getGetAccountUsageQueryKey,
  getListAccountChangesQueryKey,
  getListAccountKeysQueryKey,
  getListAccountMembersQueryKey,
  getListAccountStatementsQueryKey,
  type InvitedMember,
  updateAccount,
  useGetAccount,
  useListAccountChanges,
} from '@app/api-client'
import { labelOf } from '@app/labels'
import { Badge, Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { Loaded } from '../../components/Loaded.tsx'
import { EmptyNotice } from '../../components/Notices.tsx'
import { Figure, Figures } from '../../components/Figures.tsx'
import { Section } from '../../components/Section.tsx'
import { Instant } from '../../components/Instant.tsx'
import { ifMatch } from '../../edit/use-record-edit.tsx'
import { useSeen } from '../../edit/use-seen.tsx'
import { ConfirmWrite } from '../../edit/ConfirmWrite.tsx'
import { ChangeEntry } from '../../list/ChangeEntry.tsx'
import rows from '../../list/Rows.module.css'
import { useUrlDialog } from '../../list/use-url-state.ts'
import { useSteadyRefresh } from '../../live/use-steady-refresh.ts'
import { useCanEdit } from '../../session/use-staff.ts'
import { routes } from '../../urls/routes.ts'
import { accountLabels, capText, valueText } from './account-form.ts'
import { AccountDialog } from './AccountDialog.tsx'
import { accountActionText } from './account-events.ts'
import { AccountKeys } from './AccountKeys.tsx'
import { AccountPieces } from './AccountPieces.tsx'
import { AccountSpend } from './AccountSpend.tsx'
import styles from './Accounts.module.css'
import { ListSection } from './ListSection.tsx'
import { MemberList } from './MemberList.tsx'

type Props = { id: string; onInvited: (invited: InvitedMember) => void }

/** Data that customers change without a live event. Pieces are reloaded on request: the access log records who reads them. */
const keysOf = (id: string) => [
  getGetAccountUsageQueryKey(id),
  getListAccountStatementsQueryKey(id),
  getListAccountMembersQueryKey(id),
  getListAccountKeysQueryKey(id),
  getListAccountChangesQueryKey(id),
]

/** One account in full. */
export function AccountPage({ id, onInvited }: Props) {
  useSteadyRefresh(useMemo(() => keysOf(id), [id]))
  const account = useGetAccount(id)
  return (
    <>
      <p className={styles.back}>
        <Link to={routes.accounts.path}>All accounts</Link>
      </p>
      <Loaded
        query={account}
        failure="The account could not be loaded"
        height={420}
        gone={<EmptyNotice title="Account not found">The link may be out of date or incomplete.</EmptyNotice>}
      >
        {(loaded) => (
          <>
            <AccountFacts account={loaded} />
            <AccountSpend id={id} />
            <MemberList accountId={id} onInvited={onInvited} />
            <AccountKeys id={id} />
            <AccountPieces id={id} />
            <AccountHistory id={id} />
          </>
        )}
      </Loaded>
    </>
  )
}

function AccountFacts({ account }: { account: AccountDetail }) {
  const { name, suspended, billingName, billingEmail, monthlyCap, leadId, leadName, createdAt } = account
  const dialog = useUrlDialog('edit')
  const canEdit = useCanEdit()
  const [isAsking, setAsking] = useState(false)
  return (
    <Section
      title={name}
      action={
        canEdit && (
          <div className={rows.actions}>
            <Button variant="default" onClick={() => dialog.open('account')}>
              Edit
            </Button>
            <Button variant="default" onClick={() => setAsking(true)}>
              {suspended ? 'Resume' : 'Suspend'}
            </Button>
          </div>
        )
      }
    >
      <Figures>
        <Figure label="Status">{suspended ? <Badge color="gold">Suspended</Badge> : 'Active'}</Figure>
        <Figure label="Billing contact" note={<a href={`mailto:${billingEmail}`}>{billingEmail}</a>}>
          <bdi>{billingName}</bdi>
        </Figure>
        <Figure label="Monthly cap">{capText(monthlyCap)}</Figure>
        <Figure
          label="Opened"
          note={
            leadId && (
              <Link to={`${routes.leads.path}?lead=${leadId}`}>
                From the lead <bdi>{leadName}</bdi>
              </Link>
            )
          }
        >
          <Instant at={createdAt} />
        </Figure>
      </Figures>
      {canEdit && dialog.id === 'account' && <AccountDialog account={account} onClose={dialog.close} />}
      {isAsking && <SuspendQuestion account={account} onClose={() => setAsking(false)} />}
    </Section>
  )
}

function SuspendQuestion({ account, onClose }: { account: AccountDetail; onClose: () => void }) {
  // A colleague's change must not turn the open question into its opposite.
  const { seen, news } = useSeen(account, 'account')
  const { id, name, suspended } = seen
  return (
    <ConfirmWrite
      title={suspended ? 'Resume account' : 'Suspend account'}
      action={suspended ? 'Resume' : 'Suspend'}
      {...(suspended && { color: 'ink' as const })}
      kind="customer_accounts"
      what="account"
      send={() => updateAccount(id, { suspended: !suspended }, ifMatch(seen))}
      saved={suspended ? 'Account resumed' : 'Account suspended'}
      failed={suspended ? 'The account could not be resumed' : 'The account could not be suspended'}
      onClose={onClose}
    >
      {news}
      {suspended ? (
        <>
          <bdi>{name}</bdi> can send pieces again.
        </>
      ) : (
        <>
          <bdi>{name}</bdi> can’t send pieces until you resume it. Pieces that were accepted are still printed and
          mailed, and its members can still sign in and view everything.
        </>
      )}
    </ConfirmWrite>
  )
}

/** The latest changes by staff and members. Owners find the rest in Settings. */
function AccountHistory({ id }: { id: string }) {
  const changes = useListAccountChanges(id, { limit: 20 })
  return (
    <ListSection
      title="Latest changes"
      query={changes}
      failure="The changes could not be loaded"
      empty="No changes yet"
    >
      {(entry) => (
        <ChangeEntry
          key={entry.id}
          entry={entry}
          action={accountActionText(entry.action)}
          shown={({ field, before, after }) => ({
            label: labelOf(accountLabels, field),
            before: before === null ? undefined : valueText(field, before),
            after: after === null ? undefined : valueText(field, after),
          })}
        />
      )}
    </ListSection>
  )
}

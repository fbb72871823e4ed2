import { type Account, type InvitedMember, useGetLead, useListAccounts } from '@app/api-client'
import { Badge, Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { ErrorNotice } from '../../components/Notices.tsx'
import { countText } from '../../components/format.ts'
import { Instant, Stamp } from '../../components/Instant.tsx'
import { ShownOnceDialog } from '../../components/ShownOnceDialog.tsx'
import toolbar from '../../components/Toolbar.module.css'
import { FilterSelect } from '../../list/FilterSelect.tsx'
import { PagedRows } from '../../list/PagedRows.tsx'
import { idOf, keepPage, pageOf, searchOf, type UrlState, useUrlState, valueOf } from '../../list/use-url-state.ts'
import { Cell, Row } from '../../list/Row.tsx'
import rows from '../../list/Rows.module.css'
import { SearchBox } from '../../list/SearchBox.tsx'
import { useCanEdit } from '../../session/use-staff.ts'
import { routes } from '../../urls/routes.ts'
import { capText } from './account-form.ts'
import { AccountDialog } from './AccountDialog.tsx'
import { AccountPage } from './AccountPage.tsx'

/** All accounts, or the one in the URL. */
export function AccountsScreen() {
  const url = useUrlState()
  const id = url.get('account')
  const canEdit = useCanEdit()
  const [invited, setInvited] = useState<InvitedMember>()
  return (
    <>
      {id ? <AccountPage key={id} id={id} onInvited={setInvited} /> : <AccountList />}
      {!id && canEdit && url.get('edit') === 'new' && <NewAccount url={url} onInvited={setInvited} />}
      {invited?.link && (
        <InvitationDialog name={invited.member.name} link={invited.link} onClose={() => setInvited(undefined)} />
      )}
    </>
  )
}

type InvitationProps = { name: string; link: NonNullable<InvitedMember['link']>; onClose: () => void }

/** Shows a member's sign-in link once, if there is no email server. */
const InvitationDialog = ({ name, link, onClose }: InvitationProps) => (
  <ShownOnceDialog
    title="Sign-in link"
    label="One-time link"
    value={link.url}
    copy="Copy link"
    loss="The link can’t be shown again. You can create another one later."
    onClose={onClose}
  >
    No email server is set up, so no email was sent. Send the link to <strong dir="auto">{name}</strong> over a private
    channel, because anyone who has it can sign in. It works once, until <Instant at={link.expiresAt} />.
  </ShownOnceDialog>
)

type NewProps = { url: UrlState; onInvited: (invited: InvitedMember | undefined) => void }

/** Reads the lead first, because the form starts with its text. */
function NewAccount({ url, onInvited }: NewProps) {
  const leadId = idOf(url.get('lead'))
  const lead = useGetLead(leadId ?? '', { query: { enabled: leadId !== undefined } })
  if (lead.isLoadingError) {
    return <ErrorNotice title="The lead could not be loaded" query={lead} />
  }
  if (leadId && !lead.data) return null
  return (
    <AccountDialog
      lead={lead.data?.data}
      onCreated={({ id }, invited) => {
        url.set({ edit: undefined, lead: undefined, account: id }, { replace: true })
        onInvited(invited)
      }}
      onClose={() => url.set({ edit: undefined, lead: undefined }, { replace: true })}
    />
  )
}

const states = [
  { value: 'false', label: 'Active' },
  { value: 'true', label: 'Suspended' },
] as const

function AccountList() {
  const url = useUrlState()
  const canEdit = useCanEdit()
  const q = searchOf(url.get('q'))
  const suspended = valueOf(states, url.get('suspended'))
  const accounts = useListAccounts(
    { ...pageOf(url), ...(q && { q }), ...(suspended && { suspended: suspended === 'true' }) },
    keepPage,
  )
  return (
    <>
      <search className={toolbar.filters}>
        <SearchBox label="Search accounts" placeholder="Company, contact, or member" />
        <FilterSelect name="suspended" label="Status" all="All statuses" options={states} />
        {canEdit && <Button onClick={() => url.set({ edit: 'new' })}>Open an account</Button>}
      </search>
      <PagedRows
        query={accounts}
        label="Customer accounts"
        failure="The accounts could not be loaded"
        empty={q || suspended ? 'No accounts match' : 'No customer accounts yet'}
        hint="Customers need an account to send mail with the API. Open one here, or from a won lead."
      >
        {(account) => <AccountRow key={account.id} account={account} />}
      </PagedRows>
    </>
  )
}

function AccountRow({ account }: { account: Account }) {
  const { id, name, billingName, billingEmail, monthlyCap, monthPieces, members, suspended, createdAt } = account
  return (
    <Row label={name} columns="5fr 3fr 3fr">
      <div>
        <div className={rows.name}>
          <Link to={`${routes.accounts.path}?account=${id}`} dir="auto">
            {name}
          </Link>
          {suspended && <Badge color="gold">Suspended</Badge>}
        </div>
        <p className={rows.quiet}>
          <bdi>{billingName}</bdi>, {billingEmail}
        </p>
      </div>
      <Cell note={monthlyCap === null ? 'No cap' : `Cap: ${capText(monthlyCap)}`}>
        {countText(monthPieces, 'piece')} this month
      </Cell>
      <Cell note={<Stamp text="Opened" at={createdAt} />}>{countText(members, 'member')}</Cell>
    </Row>
  )
}

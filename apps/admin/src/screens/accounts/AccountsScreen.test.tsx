import type { Change, LeadDetail } from '@app/api-client'
import {
  getCreateAccountMemberMockHandler,
  getCreateAccountMockHandler,
  getDeleteAccountMemberMockHandler,
  getGetAccountMockHandler,
  getGetAccountPieceMockHandler,
  getListAccountChangesMockHandler,
  getListAccountKeysMockHandler,
  getListAccountMembersMockHandler,
  getListAccountsMockHandler,
  getResendMemberInvitationMockHandler,
  getRevokeAccountKeyMockHandler,
  getUpdateAccountMockHandler,
} from '@app/api-client/mocks'
import { act, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import {
  failing,
  refusing,
  renderAdmin,
  signedIn,
  signedInAsEditor,
  signedInAsViewer,
  streams,
  useAdmin,
} from '../../../test/admin.tsx'
import { leadDetail, leadHandlers, leadId, withLead, work } from '../../../test/leads.ts'
import { answer, areClosed, dialog, fill, press, says } from '../../../test/user-actions.ts'
import {
  accountChange,
  accountParts as parts,
  accountId as id,
  accountsPath as path,
  listedAccount as listed,
  accountDetail as detail,
  openAccount,
  accountKey as key,
  signInLink as link,
  member,
  accountFields as fields,
  piece,
} from '../../../test/customer-accounts.ts'

const { server, requested } = useAdmin()

const row = (name: string) => screen.getByRole('listitem', { name })
const field = (form: Awaited<ReturnType<typeof dialog>>, name: string) => form.getByRole('textbox', { name })

/** Records the queries of later reads of a list, and returns an empty one. */
function watchQueries(list: string): string[] {
  const queries: string[] = []
  server.use(
    http.get(`*${list}`, ({ request }) => {
      queries.push(new URL(request.url).search)
      return HttpResponse.json([])
    }),
  )
  return queries
}

test('viewers see each account’s contact, pieces, cap, and members, filter by URL, and cannot open one', async () => {
  const other = listed({ id: 'b', name: 'Other Example', suspended: true, monthlyCap: null, members: 2 })
  server.use(signedInAsViewer, getListAccountsMockHandler([listed(), other]))
  renderAdmin('/accounts')
  await screen.findByRole('list', { name: 'Customer accounts' })
  expect(row(fields.name)).toHaveTextContent('Dana Example, billing@example.com')
  expect(row(fields.name)).toHaveTextContent('1,999 pieces this monthCap: 5,000 pieces1 member')
  expect(row('Other Example')).toHaveTextContent('Suspended')
  expect(row('Other Example')).toHaveTextContent('No cap2 members')
  expect(screen.getByRole('link', { name: fields.name })).toHaveAttribute('href', `/admin/accounts?account=${id}`)
  expect(screen.queryByRole('button', { name: 'Open an account' })).not.toBeInTheDocument()

  const queries = watchQueries(path)
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Suspended')
  expect(await screen.findByText('No accounts match')).toBeVisible()
  fill(screen.getByRole('searchbox', { name: 'Search accounts' }), 'roof')
  await waitFor(() => expect(queries.at(-1)).toBe('?limit=50&q=roof&suspended=true'))
  expect(window.location.search).toBe('?suspended=true&q=roof')
})

describe('opening an account', () => {
  test('from a won lead starts with the lead’s data, invites the contact, and shows the link once', async () => {
    const sent: unknown[] = []
    server.use(
      ...parts,
      signedInAsEditor,
      withLead(leadDetail()),
      getListAccountsMockHandler([]),
      getGetAccountMockHandler(detail()),
      getCreateAccountMockHandler(async ({ request }) => {
        sent.push(await request.clone().json())
        return { account: detail(), invitations: [{ member: member(), link }] }
      }),
    )
    renderAdmin(`/accounts?edit=new&lead=${leadId}`)
    const form = await dialog('Open an account')
    expect(field(form, 'Name')).toHaveValue('Example Roofing')
    fill(field(form, 'Monthly cap'), '100001')
    await userEvent.click(form.getByRole('button', { name: 'Open account' }))
    expect(form.getByText('Enter a whole number up to 100,000')).toBeVisible()
    fill(field(form, 'Monthly cap'), '')
    await userEvent.dblClick(form.getByRole('button', { name: 'Open account' }))
    expect(field(await dialog('Sign-in link'), 'One-time link')).toHaveValue(link.url)
    expect(sent).toEqual([
      {
        leadId,
        name: 'Example Roofing',
        billingName: 'Dana Example',
        billingEmail: 'dana@example.com',
        monthlyCap: null,
        members: [{ name: 'Dana Example', email: 'dana@example.com' }],
      },
    ])
    expect(window.location.search).toBe(`?account=${id}`)
  })

  test('keeps the text and shows the reason if it is refused', async () => {
    server.use(signedInAsEditor, getListAccountsMockHandler([]))
    renderAdmin('/accounts')
    server.use(refusing('post', path, 409, undefined, 'dana@example.com belongs to another account'))
    await press('Open an account')
    const form = await dialog('Open an account')
    fill(field(form, 'Name'), 'Second Example')
    fill(field(form, 'Billing contact'), 'Dana Example')
    fill(field(form, 'Billing email'), 'dana@example.com')
    await userEvent.click(form.getByRole('button', { name: 'Open account' }))
    expect(await form.findByText('dana@example.com belongs to another account')).toBeVisible()
    expect(field(form, 'Name')).toHaveValue('Second Example')
    const errors = [{ in: 'body' as const, pointer: '/leadId', detail: 'must be a won lead' }]
    server.use(refusing('post', path, 400, errors))
    await userEvent.click(form.getByRole('button', { name: 'Open account' }))
    await says('This lead is not won, or it has an account already.')
  })
})

describe('an account', () => {
  test('shows viewers spend, members, keys, statements, pieces, its lead, and its changes, without any actions', async () => {
    const change = (changes: Partial<Change>): Change => ({ ...accountChange, action: 'update', ...changes })
    const capped = { field: 'monthlyCap', before: null, after: '5' }
    const changes = getListAccountChangesMockHandler([
      accountChange,
      change({ id: 'change-3', changes: [{ field: 'monthlyCap', before: '3000', after: null }] }),
      change({ id: 'change-2', changes: [{ field: 'monthlyCap', before: null, after: '3' }] }),
      change({ id: 'change-1', action: 'create', changes: [capped, { field: 'leadId', before: null, after: leadId }] }),
    ])
    await openAccount(server, detail({ leadId, leadName: 'Dana Example' }), [changes, signedInAsViewer])
    const linkTo = (name: string | RegExp) => screen.getByRole('link', { name }).getAttribute('href')
    expect(screen.getByRole('heading', { level: 2, name: fields.name })).toBeVisible()
    expect(linkTo(/From the lead Dana Example/)).toBe(`/admin/leads?lead=${leadId}`)
    const month = screen.getByRole('region', { name: 'This month' })
    expect(month).toHaveTextContent('Spend$1,359.32November 2025Pieces1,999')
    expect(row('Dana Example')).toHaveTextContent(/dana@example.comNever signed inInvited .+ by Rosa Example/)
    expect(row('Production')).toHaveTextContent('Livelive_7Kx2…Last used Nov 20, 2025, 11:04 AM')
    expect(row('November 2025')).toHaveTextContent('November 2025, not final yet$1,359.32 for 1,999 pieces')
    expect(linkTo('PDF')).toBe(`${path}/${id}/statements/2025-11/pdf`)
    expect(row(piece.Id)).toHaveTextContent('Dana Sample, Tulsa, OK 74104')
    expect(row(piece.Id)).toHaveTextContent('Out for delivery')
    const entries = within(await screen.findByRole('list', { name: 'Latest changes' })).getAllByRole('listitem')
    const texts = [
      'Created a key for Tulsa Roofing ExampleKey: “Production”Scopes: Images and fonts, Proofs and pricesDana Example (member) · Nov 20, 2025',
      'Changed the customer account Tulsa Roofing ExampleMonthly cap: 3,000 → no cap',
      'Changed the customer account Tulsa Roofing ExampleMonthly cap: no cap → 3',
      'Created the customer account Tulsa Roofing ExampleMonthly cap: 5Opened from: a won lead',
    ]
    for (const [index, text] of texts.entries()) expect(entries[index]).toHaveTextContent(text)
    expect(screen.queryByRole('button', { name: /^(Edit|Suspend|Invite|Resend|Remove|Revoke)/ })).toBeNull()
  })

  test('shows its other parts if one fails to load, and says so if it does not exist', async () => {
    server.use(failing(`${path}/${id}/keys`, 500), ...parts, signedIn, getGetAccountMockHandler(detail()))
    const { unmount } = renderAdmin(`/accounts?account=${id}`)
    expect(await screen.findByText('The keys could not be loaded')).toBeVisible()
    expect(await screen.findByRole('listitem', { name: 'Dana Example' })).toBeVisible()
    unmount()
    server.use(failing(`${path}/${id}`, 404))
    renderAdmin(`/accounts?account=${id}`)
    expect(await screen.findByText('Account not found')).toBeVisible()
  })

  test('is edited with its version, and suspended after a confirmation, once for a double click', async () => {
    await openAccount(server)
    const sent: unknown[] = []
    const raised = detail({ monthlyCap: 9_000, version: 2 })
    server.use(
      getUpdateAccountMockHandler(async ({ request }) => {
        sent.push(request.headers.get('If-Match'), await request.clone().json())
        return raised
      }),
    )
    await press('Edit')
    const form = await dialog('Edit account')
    fill(field(form, 'Monthly cap'), '9000')
    server.use(getGetAccountMockHandler(raised))
    await userEvent.click(form.getByRole('button', { name: 'Save' }))
    await says('Account saved')
    expect(await screen.findByText('9,000 pieces')).toBeVisible()
    expect(sent[0]).toBe('"1"')
    expect(sent[1]).toMatchObject({ name: fields.name, monthlyCap: 9_000 })

    const suspended = detail({ suspended: true, version: 3 })
    server.use(getUpdateAccountMockHandler(suspended))
    await press('Suspend')
    server.use(getGetAccountMockHandler(suspended))
    const calls = requested.length
    await userEvent.dblClick((await dialog('Suspend account')).getByRole('button', { name: 'Suspend' }))
    await says('Account suspended')
    expect(await screen.findByRole('button', { name: 'Resume' })).toBeVisible()
    // The second is the read after the write.
    expect(requested.slice(calls).filter((one) => one === `${path}/${id}`)).toHaveLength(2)
  })

  test('has members who can be invited, invited again, and removed, and keys that can be revoked', async () => {
    await openAccount(server)
    server.use(getCreateAccountMemberMockHandler({ member: member({ name: 'Nia Example' }), link: null }))
    await press('Invite a member')
    const form = await dialog('Invite a member')
    fill(field(form, 'Name'), 'Nia Example')
    fill(field(form, 'Email'), 'nia@example')
    await userEvent.click(form.getByRole('button', { name: 'Invite' }))
    expect(form.getByText('Please enter a valid email')).toBeVisible()
    fill(field(form, 'Email'), 'nia@example.com')
    await userEvent.click(form.getByRole('button', { name: 'Invite' }))
    await says('Member invited')
    await areClosed()

    // Without an email server, the link is shown.
    server.use(getResendMemberInvitationMockHandler({ member: member(), link }))
    await press('Resend invitation to Dana Example')
    expect(field(await dialog('Sign-in link'), 'One-time link')).toHaveValue(link.url)
    await press('Copy link')
    await press('Done')
    server.use(getDeleteAccountMemberMockHandler())
    await press('Remove Dana Example')
    server.use(getListAccountMembersMockHandler([]))
    await answer('Remove member', 'Remove')
    await says('Member removed')
    expect(await screen.findByText('No members yet')).toBeVisible()

    const revoked = key({ state: 'revoked', revokedAt: '2025-11-21T15:04:05.123Z', revokedBy: 'Rosa Example' })
    server.use(getRevokeAccountKeyMockHandler(revoked))
    await press('Revoke Production (live_7Kx2…)')
    server.use(getListAccountKeysMockHandler([revoked]))
    await answer('Revoke key', 'Revoke')
    await waitFor(() => expect(row('Production')).toHaveTextContent('Revoked'))
    expect(within(screen.getByRole('region', { name: 'Keys' })).queryByRole('button')).not.toBeInTheDocument()
  })

  test('filters and searches pieces by mode, status, and text, with the open history in the URL', async () => {
    await openAccount(server)
    const { Id: PieceId, CreatedAt } = piece
    const event = { PieceId, Mode: 'live', Metadata: {}, OccurredAt: CreatedAt, CreatedAt } as const
    const Events = [
      { ...event, Id: `${id.slice(0, -1)}1`, Number: 1, Type: 'piece.created' as const, Zip: null },
      { ...event, Id: `${id.slice(0, -1)}2`, Number: 2, Type: 'piece.in_transit' as const, Zip: '74101' },
    ]
    const found = { ...piece, Proof: null, Checks: [], Rejection: null, Test: null, Events }
    server.use(getGetAccountPieceMockHandler({ accountId: id, accountName: 'Tulsa Roofing Example', piece: found }))
    const fold = screen.getByRole('button', { name: `History of ${piece.Id}` })
    await userEvent.click(fold)
    const steps = within(await screen.findByRole('list', { name: 'What happened' })).getAllByRole('listitem')
    expect(steps.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Received'),
      expect.stringContaining('In transit, 74101'),
    ])
    expect(new URLSearchParams(window.location.search).get('piece')).toBe(piece.Id)
    await userEvent.click(fold)
    expect(screen.queryByRole('list', { name: 'What happened' })).not.toBeInTheDocument()

    const queries = watchQueries(`${path}/:id/pieces`)
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Mode' }), 'Test')
    expect(await screen.findByText('No test pieces yet')).toBeVisible()
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Returned')
    expect(await screen.findByText('No test pieces match')).toBeVisible()
    expect(queries.at(-1)).toBe('?limit=50&mode=test&status=returned')
    fill(screen.getByRole('searchbox', { name: 'Search pieces' }), '4711')
    await waitFor(() => expect(queries.at(-1)).toBe('?limit=50&mode=test&status=returned&q=4711'))
  })
})

test('a lead links to a new account once it is won, and to its own account once it has one', async () => {
  const is = (changes: Partial<LeadDetail>) => server.use(withLead(leadDetail(changes)))
  const emit = () => act(() => streams.at(-1)?.emit({ kind: 'ready', changed: 'leads', count: 1, ids: [leadId] }))
  server.use(signedInAsEditor, ...leadHandlers)
  is({})
  renderAdmin(`/leads?lead=${leadId}`)
  await screen.findByRole('heading', { level: 2, name: /Example/ })
  act(() => streams.at(-1)?.emit({ kind: 'ready' }))
  expect(screen.queryByRole('link', { name: /^(Open an account|Customer account)$/ })).toBeNull()
  is({ pipeline: work({ stage: 'won', version: 3 }) })
  emit()
  const opens = await screen.findByRole('link', { name: 'Open an account' })
  expect(opens).toHaveAttribute('href', `/admin/accounts?edit=new&lead=${leadId}`)
  is({ pipeline: work({ stage: 'won', version: 4 }), accountId: id })
  emit()
  const shows = await screen.findByRole('link', { name: 'Customer account' })
  expect(shows).toHaveAttribute('href', `/admin/accounts?account=${id}`)
})

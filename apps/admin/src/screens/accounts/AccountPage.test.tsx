import type { Change } from '@app/api-client'
import {
  getCreateAccountMemberMockHandler,
  getDeleteAccountMemberMockHandler,
  getGetAccountPieceMockHandler,
  getGetAccountMockHandler,
  getListAccountChangesMockHandler,
  getListAccountKeysMockHandler,
  getListAccountMembersMockHandler,
  getResendMemberInvitationMockHandler,
  getRevokeAccountKeyMockHandler,
} from '@app/api-client/mocks'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { renderAdmin, signedInAsEditor, signedInAsViewer, useAdmin } from '../../../test/admin.tsx'
import { leadDetail, leadHandlers, leadId, withLead, work } from '../../../test/leads.ts'
import { answer, dialog, press, toast } from '../../../test/settings.tsx'
import {
  accountChange,
  accountParts as parts,
  accountId as id,
  accountsPath as path,
  accountDetail as detail,
  openAccount,
  accountKey as key,
  piece,
  signInLink as link,
  member,
} from '../../../test/customer-accounts.ts'

const { server } = useAdmin()

const row = (name: string) => screen.getByRole('listitem', { name })
const section = (name: string) => within(screen.getByRole('region', { name }))

test('the latest changes name who did what, and when', async () => {
  await openAccount(server)
  const [entry] = within(await screen.findByRole('list', { name: 'Latest changes' })).getAllByRole('listitem')
  expect(entry).toHaveTextContent(
    'Created a key for Tulsa Roofing ExampleKey: “Production”Dana Example (member) · Nov 20, 2025',
  )
})

test('a change of the account shows both sides, worded like the log under Settings', async () => {
  const change = (changes: Partial<Change>): Change => ({ ...accountChange, action: 'update', ...changes })
  server.use(
    signedInAsEditor,
    getGetAccountMockHandler(detail()),
    getListAccountChangesMockHandler([
      change({ id: 'change-3', changes: [{ field: 'monthlyCap', before: '3000', after: null }] }),
      change({ id: 'change-2', changes: [{ field: 'monthlyCap', before: null, after: '3' }] }),
      change({
        id: 'change-1',
        action: 'create',
        changes: [
          { field: 'monthlyCap', before: null, after: '5' },
          { field: 'leadId', before: null, after: leadId },
        ],
      }),
    ]),
    ...parts,
  )
  renderAdmin(`/accounts?account=${id}`)
  const entries = await screen.findAllByText('Changed the customer account', { exact: false })
  expect(entries.map((entry) => entry.parentElement?.textContent)).toEqual([
    'Changed the customer account Tulsa Roofing ExampleMonthly cap: 3,000 → no cap',
    'Changed the customer account Tulsa Roofing ExampleMonthly cap: no cap → 3',
  ])
  expect(screen.getByText('Created the customer account', { exact: false }).parentElement).toHaveTextContent(
    'Monthly cap: 5Opened from: a won lead',
  )
})

describe('members and keys', () => {
  test('a member is invited by email', async () => {
    await openAccount(server)
    server.use(getCreateAccountMemberMockHandler({ member: member({ name: 'Nia Example' }), link: null }))
    await press('Invite a member')
    const form = await dialog('Invite a member')
    await userEvent.type(form.getByRole('textbox', { name: 'Name' }), 'Nia Example')
    await userEvent.type(form.getByRole('textbox', { name: 'Email' }), 'nia@example')
    await userEvent.click(form.getByRole('button', { name: 'Invite' }))
    expect(form.getByText('Please enter a valid email')).toBeVisible()
    await userEvent.type(form.getByRole('textbox', { name: 'Email' }), '.com')
    await userEvent.click(form.getByRole('button', { name: 'Invite' }))
    await waitFor(() => expect(toast()).toHaveTextContent('Member invited'))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  test('an invitation is sent again, with a link where there is no email server', async () => {
    await openAccount(server)
    server.use(getResendMemberInvitationMockHandler({ member: member(), link }))
    await press('Resend invitation to Dana Example')
    expect((await dialog('Sign-in link')).getByRole('textbox', { name: 'One-time link' })).toHaveValue(link.url)
  })

  test('a member is removed after a question', async () => {
    await openAccount(server)
    server.use(getDeleteAccountMemberMockHandler())
    await press('Remove Dana Example')
    server.use(getListAccountMembersMockHandler([]))
    await answer('Remove member', 'Remove')
    await waitFor(() => expect(toast()).toHaveTextContent('Member removed'))
    expect(await screen.findByText('No members yet')).toBeVisible()
  })

  test('a key is revoked after a question', async () => {
    await openAccount(server)
    const revoked = key({ state: 'revoked', revokedAt: '2025-11-21T15:04:05.123Z', revokedBy: 'Rosa Example' })
    server.use(getRevokeAccountKeyMockHandler(revoked))
    await press('Revoke Production (live_7Kx2…)')
    server.use(getListAccountKeysMockHandler([revoked]))
    await answer('Revoke key', 'Revoke')
    await waitFor(() => expect(row('Production')).toHaveTextContent('Revoked'))
    expect(section('Keys').queryByRole('button')).not.toBeInTheDocument()
  })

  test('a piece unfolds its history, which the address keeps', async () => {
    await openAccount(server)
    const event = {
      PieceId: piece.Id,
      Mode: 'live',
      Metadata: {},
      OccurredAt: piece.CreatedAt,
      CreatedAt: piece.CreatedAt,
    } as const
    server.use(
      getGetAccountPieceMockHandler({
        accountId: id,
        accountName: 'Tulsa Roofing Example',
        piece: {
          ...piece,
          Proof: null,
          Checks: [],
          Rejection: null,
          Test: null,
          Events: [
            { ...event, Id: `${id.slice(0, -1)}1`, Number: 1, Type: 'piece.created', Zip: null },
            { ...event, Id: `${id.slice(0, -1)}2`, Number: 2, Type: 'piece.in_transit', Zip: '74101' },
          ],
        },
      }),
    )
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
  })

  test('pieces can be filtered by mode and status, and searched', async () => {
    await openAccount(server)
    const queries: string[] = []
    server.use(
      http.get(`*${path}/:id/pieces`, ({ request }) => {
        queries.push(new URL(request.url).search)
        return HttpResponse.json([])
      }),
    )
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Mode' }), 'Test')
    expect(await screen.findByText('No test pieces yet')).toBeVisible()
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Returned')
    expect(await screen.findByText('No test pieces match')).toBeVisible()
    expect(queries.at(-1)).toBe('?limit=50&mode=test&status=returned')
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search pieces' }), '4711')
    await waitFor(() => expect(queries.at(-1)).toBe('?limit=50&mode=test&status=returned&q=4711'))
  })
})

describe('a lead', () => {
  const openLead = async (changes: Parameters<typeof leadDetail>[0], session = signedInAsEditor) => {
    server.use(session, ...leadHandlers, withLead(leadDetail(changes)))
    renderAdmin(`/leads?lead=${leadId}`)
    await screen.findByRole('heading', { level: 2, name: /Example/ })
  }

  test('that is won leads to a new account', async () => {
    await openLead({ pipeline: work({ stage: 'won' }) })
    expect(screen.getByRole('link', { name: 'Open an account' })).toHaveAttribute(
      'href',
      `/admin/accounts?edit=new&lead=${leadId}`,
    )
  })

  test('that has an account links to it, also for viewers', async () => {
    await openLead({ pipeline: work({ stage: 'won' }), accountId: id }, signedInAsViewer)
    expect(screen.getByRole('link', { name: 'Customer account' })).toHaveAttribute(
      'href',
      `/admin/accounts?account=${id}`,
    )
  })

  test('that is not won has neither', async () => {
    await openLead({})
    expect(screen.queryByRole('link', { name: /^(Open an account|Customer account)$/ })).toBeNull()
  })
})

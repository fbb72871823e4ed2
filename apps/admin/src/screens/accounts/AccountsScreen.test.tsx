import type { Account } from '@app/api-client'
import {
  getCreateAccountMockHandler,
  getGetAccountMockHandler,
  getListAccountsMockHandler,
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
  stalling,
  streams,
  useAdmin,
} from '../../../test/admin.tsx'
import { leadDetail, leadId, withLead } from '../../../test/leads.ts'
import { dialog, press, toast } from '../../../test/settings.tsx'
import {
  accountParts as parts,
  accountId as id,
  accountsPath as path,
  listedAccount as listed,
  accountDetail as detail,
  openAccount,
  signInLink as link,
  member,
  accountFields as fields,
  piece,
} from '../../../test/customer-accounts.ts'

const { server, requested } = useAdmin()

async function openList(accounts: Account[] = [listed()], session = signedInAsEditor) {
  server.use(session, getListAccountsMockHandler(accounts))
  renderAdmin('/accounts')
  await screen.findByRole('list', { name: 'Customer accounts' })
}

const row = (name: string) => screen.getByRole('listitem', { name })

describe('the list', () => {
  test('shows contact, pieces, cap, and members, and links to the page of each', async () => {
    await openList([
      listed(),
      listed({ id: 'b', name: 'Other Example', suspended: true, monthlyCap: null, members: 2 }),
    ])
    expect(row(fields.name)).toHaveTextContent('Dana Example, billing@example.com')
    expect(row(fields.name)).toHaveTextContent('1,999 pieces this monthCap: 5,000 pieces1 member')
    expect(row('Other Example')).toHaveTextContent('Suspended')
    expect(row('Other Example')).toHaveTextContent('No cap2 members')
    expect(screen.getByRole('link', { name: fields.name })).toHaveAttribute('href', `/admin/accounts?account=${id}`)
  })

  test('can be searched and filtered, kept in the URL', async () => {
    await openList()
    const queries: string[] = []
    server.use(
      http.get(`*${path}`, ({ request }) => {
        queries.push(new URL(request.url).search)
        return HttpResponse.json([])
      }),
    )
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Suspended')
    expect(await screen.findByText('No accounts match')).toBeVisible()
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search accounts' }), 'roof')
    await waitFor(() => expect(queries.at(-1)).toBe('?limit=50&q=roof&suspended=true'))
    expect(window.location.search).toBe('?suspended=true&q=roof')
  })

  test('covers loading, an empty list, and a failure with a retry', async () => {
    server.use(signedIn, stalling(path))
    const { unmount } = renderAdmin('/accounts')
    expect(await screen.findByRole('status', { name: 'Loading' })).toBeInTheDocument()
    unmount()

    server.use(failing(path, 500, 'req-7'))
    renderAdmin('/accounts')
    expect(await screen.findByText('req-7')).toBeVisible()
    server.use(getListAccountsMockHandler([]))
    await press('Retry')
    expect(await screen.findByText('No customer accounts yet')).toBeVisible()
  })

  test('viewers can read it and open nothing', async () => {
    await openList([listed()], signedInAsViewer)
    expect(screen.queryByRole('button', { name: 'Open an account' })).not.toBeInTheDocument()
  })
})

describe('opening an account', () => {
  test('from a won lead starts with its text, invites the contact, and shows the link once', async () => {
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
    expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Example Roofing')
    await userEvent.type(form.getByRole('textbox', { name: 'Monthly cap' }), '100001')
    await userEvent.click(form.getByRole('button', { name: 'Open account' }))
    expect(form.getByText('Enter a whole number up to 100,000')).toBeVisible()
    await userEvent.clear(form.getByRole('textbox', { name: 'Monthly cap' }))
    await userEvent.dblClick(form.getByRole('button', { name: 'Open account' }))
    expect((await dialog('Sign-in link')).getByRole('textbox', { name: 'One-time link' })).toHaveValue(link.url)
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

  test('that is refused keeps the text and says why', async () => {
    await openList()
    server.use(refusing('post', path, 409, undefined, 'dana@example.com belongs to another account'))
    await press('Open an account')
    const form = await dialog('Open an account')
    await userEvent.type(form.getByRole('textbox', { name: 'Name' }), 'Second Example')
    await userEvent.type(form.getByRole('textbox', { name: 'Billing contact' }), 'Dana Example')
    await userEvent.type(form.getByRole('textbox', { name: 'Billing email' }), 'dana@example.com')
    await userEvent.click(form.getByRole('button', { name: 'Open account' }))
    expect(await form.findByText('dana@example.com belongs to another account')).toBeVisible()
    expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Second Example')
    const errors = [{ in: 'body' as const, pointer: '/leadId', detail: 'must be a won lead' }]
    server.use(refusing('post', path, 400, errors))
    await userEvent.click(form.getByRole('button', { name: 'Open account' }))
    await waitFor(() => expect(toast()).toHaveTextContent('This lead is not won, or it has an account already.'))
  })
})

describe('an account', () => {
  test('shows spend, members, keys, statements, and pieces, and links to its lead', async () => {
    await openAccount(server, detail({ leadId, leadName: 'Dana Example' }))
    expect(screen.getByRole('heading', { level: 2, name: fields.name })).toBeVisible()
    expect(screen.getByRole('link', { name: /From the lead Dana Example/ })).toHaveAttribute(
      'href',
      `/admin/leads?lead=${leadId}`,
    )
    expect(screen.getByRole('region', { name: 'This month' })).toHaveTextContent(
      'Spend$1,359.32November 2025Pieces1,999',
    )
    expect(row('Dana Example')).toHaveTextContent('dana@example.comNever signed inInvited by Rosa Example')
    expect(row('Production')).toHaveTextContent('Livelive_7Kx2…Last used Nov 20, 2025, 11:04 AM')
    expect(row('November 2025')).toHaveTextContent('November 2025, not final yet$1,359.32 for 1,999 pieces')
    expect(within(row('November 2025')).getByRole('link', { name: 'PDF' })).toHaveAttribute(
      'href',
      `${path}/${id}/statements/2025-11/pdf`,
    )
    expect(row(piece.Id)).toHaveTextContent('Dana Sample, Tulsa, OK 74104')
    expect(row(piece.Id)).toHaveTextContent('Out for delivery')
  })

  test('of which one part failed shows the others', async () => {
    server.use(failing(`${path}/${id}/keys`, 500, 'req-8'), ...parts, signedIn, getGetAccountMockHandler(detail()))
    renderAdmin(`/accounts?account=${id}`)
    expect(await screen.findByText('The keys could not be loaded')).toBeVisible()
    expect(await screen.findByRole('listitem', { name: 'Dana Example' })).toBeVisible()
  })

  test('that does not exist says so', async () => {
    server.use(...parts, signedIn, failing(`${path}/${id}`, 404))
    renderAdmin(`/accounts?account=${id}`)
    expect(await screen.findByText('Account not found')).toBeVisible()
  })

  test('can be read and not changed by viewers', async () => {
    await openAccount(server, detail(), signedInAsViewer)
    expect(screen.queryByRole('button', { name: /^(Edit|Suspend|Invite|Resend|Remove|Revoke)/ })).toBeNull()
  })

  test('is edited with its version', async () => {
    await openAccount(server)
    const sent: unknown[] = []
    server.use(
      getUpdateAccountMockHandler(async ({ request }) => {
        sent.push(request.headers.get('If-Match'), await request.clone().json())
        return detail({ monthlyCap: 9_000, version: 2 })
      }),
    )
    await press('Edit')
    const form = await dialog('Edit account')
    const cap = form.getByRole('textbox', { name: 'Monthly cap' })
    await userEvent.clear(cap)
    await userEvent.type(cap, '9000')
    server.use(getGetAccountMockHandler(detail({ monthlyCap: 9_000, version: 2 })))
    await userEvent.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(toast()).toHaveTextContent('Account saved'))
    expect(await screen.findByText('9,000 pieces')).toBeVisible()
    expect(sent[0]).toBe('"1"')
    expect(sent[1]).toMatchObject({ name: fields.name, monthlyCap: 9_000 })
  })

  test('is suspended after a question, once for a double click', async () => {
    await openAccount(server)
    const suspended = detail({ suspended: true, version: 2 })
    server.use(getUpdateAccountMockHandler(suspended))
    await press('Suspend')
    server.use(getGetAccountMockHandler(suspended))
    const calls = requested.length
    await userEvent.dblClick((await dialog('Suspend account')).getByRole('button', { name: 'Suspend' }))
    await waitFor(() => expect(toast()).toHaveTextContent('Account suspended'))
    expect(await screen.findByRole('button', { name: 'Resume' })).toBeVisible()
    // The second is the read after the write.
    expect(requested.slice(calls).filter((one) => one === `${path}/${id}`)).toHaveLength(2)
  })

  test('changed by a colleague is shown at once', async () => {
    await openAccount(server)
    act(() => streams.at(-1)?.emit({ kind: 'ready' }))
    server.use(getGetAccountMockHandler(detail({ suspended: true, version: 2 })))
    act(() => streams.at(-1)?.emit({ kind: 'ready', changed: 'customer_accounts', count: 1, ids: [id] }))
    expect(await screen.findByText('Suspended')).toBeVisible()
  })
})

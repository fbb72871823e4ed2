import type { AccessEntry, CrmStatus } from '@app/api-client'
import {
  getDeleteStaffSessionMockHandler,
  getDeleteStaffSessionsMockHandler,
  getDeleteStaffTokenMockHandler,
  getGetCrmStatusMockHandler,
  getListAccessEntriesMockHandler,
  getListStaffMockHandler,
  getListStaffSessionsMockHandler,
  getListStaffTokensMockHandler,
  getPauseCrmMockHandler,
  getResumeCrmMockHandler,
} from '@app/api-client/mocks'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { failing, refusing, renderAdmin, signedIn, streams, useAdmin } from '../../../test/admin.tsx'
import { account, crmStatus, session, signIn, token } from '../../../test/records.ts'
import { openSettings } from '../../../test/settings.tsx'
import { answer, areClosed, dialog, press, says } from '../../../test/user-actions.ts'

const { server } = useAdmin()

const entriesOf = async (name: string) =>
  within(await screen.findByRole('list', { name }))
    .getAllByRole('listitem')
    .map((item) => item.textContent)

describe('the CRM sync', () => {
  const has = (changes: Partial<CrmStatus> = {}) => server.use(getGetCrmStatusMockHandler(crmStatus(changes)))
  const paused: Partial<CrmStatus> = {
    state: 'paused',
    pausedBy: 'staff',
    pausedByName: 'Rosa Example',
    pausedSince: '2026-11-20T16:00:00.000Z',
  }
  const figures = () =>
    screen.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`)
  const emit = () => act(() => streams.at(-1)?.emit({ kind: 'ready', changed: 'accounts', count: 1, ids: [] }))

  test('shows waiting and failed records, pauses after a confirmation, and resumes', async () => {
    server.use(signedIn)
    has({ failed: 2 })
    renderAdmin('/settings?tab=crm')
    expect(await screen.findByText('Working')).toBeVisible()
    expect(figures()).toEqual([
      'Last success: Nov 20, 2025, 10:04 AM',
      'Waiting: 3',
      'Oldest waiting: 2 hours',
      'Failed: 2',
    ])
    const linkTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    expect(linkTo('Failed leads')).toBe('/admin?status=sync_failed')
    expect(linkTo('Failed requests')).toBe('/admin/samples?tab=requests&sync=failed')

    // The confirmation stays open when the status cannot be read again.
    await press('Pause')
    server.use(failing('/api/admin/crm', 500))
    emit()
    expect(await screen.findByText('The CRM status could not be loaded')).toBeInTheDocument()
    has()
    server.use(refusing('post', '/api/admin/crm/pause', 500))
    await answer('Pause CRM sync', 'Pause')
    await says('ErrorFailed to pause CRM sync')
    expect(await screen.findByText('Working')).toBeVisible()

    server.use(getPauseCrmMockHandler(crmStatus(paused)))
    await press('Pause')
    has(paused)
    await answer('Pause CRM sync', 'Pause')
    await says('SuccessCRM sync paused')
    expect(await screen.findByText('Paused by staff')).toBeVisible()
    expect(screen.getByText('Rosa Example', { selector: 'p span' })).toBeVisible()
    server.use(refusing('post', '/api/admin/crm/resume', 500))
    await press('Resume')
    await says('ErrorFailed to resume CRM sync')
    expect(screen.getByText('Paused by staff')).toBeVisible()
    server.use(getResumeCrmMockHandler(crmStatus()))
    has()
    await press('Resume')
    await says('SuccessCRM sync resumed')
    expect(await screen.findByText('Working')).toBeVisible()
  })

  test('explains why it is not working: not loaded, not configured, or refused by the CRM', async () => {
    server.use(signedIn, failing('/api/admin/crm', 503, 'req-3'))
    renderAdmin('/settings?tab=crm')
    expect(await screen.findByText('req-3')).toBeVisible()
    has({ state: 'not_configured', lastSuccessAt: null, waiting: 0, oldestWaitingSeconds: 0 })
    await press('Retry')
    expect(await screen.findByText('Not configured')).toBeVisible()
    expect(figures()[0]).toBe('Last success: —')
    expect(screen.queryByRole('button', { name: /Pause|Resume/ })).not.toBeInTheDocument()
    expect(screen.queryByRole('link', { name: 'Failed leads' })).not.toBeInTheDocument()

    const { pausedByName: _name, ...since } = paused
    has({ ...since, pausedBy: 'credentials', pausedReason: 'The CRM rejected our token.' })
    await press('Refresh')
    expect(await screen.findByText('Paused: the CRM rejected our credentials')).toBeVisible()
    expect(screen.getByText(/The CRM rejected our token\./)).toBeVisible()
    server.use(getResumeCrmMockHandler(crmStatus()))
    has()
    await press('Try again now')
    await says('SuccessCRM sync resumed')
    expect(await screen.findByText('Working')).toBeVisible()
  })
})

test('signs an account out of one session and of all, and revokes its tokens', async () => {
  const [desk, phone] = [session({ id: 'desk' }), session({ id: 'phone', browser: 'Safari on iPhone' })]
  server.use(getListStaffSessionsMockHandler([desk, phone]), getListStaffTokensMockHandler([token()]))
  await openSettings(server)
  await press('Access for Nia Example')
  const shown = await dialog('Access for Nia Example')
  expect(window.location.search).toContain('access=')
  const ended: unknown[] = []
  server.use(
    getDeleteStaffSessionMockHandler(({ params }) => {
      ended.push(params['id'])
      server.use(getListStaffSessionsMockHandler([desk]))
      return [desk]
    }),
  )
  await userEvent.click(await shown.findByRole('button', { name: 'Sign out Safari on iPhone' }))
  await answer('End session', 'Sign out')
  await says('Session ended')
  expect(ended).toEqual(['phone'])
  await waitFor(() => expect(shown.queryByRole('listitem', { name: 'Safari on iPhone' })).not.toBeInTheDocument())

  const signOut = async () => {
    await userEvent.click(shown.getByRole('button', { name: 'Sign out everywhere' }))
    await answer('Sign out everywhere', 'Sign out')
  }
  server.use(refusing('delete', '/api/admin/staff/:id/sessions', 500))
  await signOut()
  await says('ErrorFailed to sign out')
  server.use(getDeleteStaffSessionsMockHandler([]), getListStaffSessionsMockHandler([]))
  await signOut()
  await says('Signed out everywhere')
  expect(await shown.findByText('Not signed in anywhere')).toBeVisible()

  // Escape closes only the confirmation.
  await userEvent.click(shown.getByRole('button', { name: 'Revoke Weekly report' }))
  await dialog('Revoke token')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Revoke token' })).not.toBeInTheDocument())
  await userEvent.click(shown.getByRole('button', { name: 'Revoke Weekly report' }))
  server.use(getDeleteStaffTokenMockHandler([]), getListStaffTokensMockHandler([]))
  await answer('Revoke token', 'Revoke')
  await says('Token revoked')
  expect(await shown.findByText('No tokens')).toBeVisible()
  await userEvent.click(shown.getByRole('button', { name: 'Done' }))
  await areClosed()
})

test('shows person, outcome, method, network, and time of sign-ins, with pages and with filters in the URL', async () => {
  const searches: string[] = []
  const limited = signIn({ id: 'c', outcome: 'limited', attempts: 1_204 })
  const refused = signIn({ id: 'b', outcome: 'refused', method: 'sso', staffId: undefined, staffName: undefined })
  server.use(
    signedIn,
    getListStaffMockHandler([account()]),
    http.get('*/api/admin/sign-ins', ({ request }) => {
      const { search, searchParams } = new URL(request.url)
      searches.push(search)
      if (searchParams.has('outcome')) return HttpResponse.json([])
      if (searchParams.has('cursor')) return HttpResponse.json([limited])
      const next = '</api/admin/sign-ins?limit=50&cursor=abc>; rel="next"'
      return HttpResponse.json([signIn(), refused], { headers: { 'X-Total-Count': '3', Link: next } })
    }),
  )
  renderAdmin('/settings?tab=sign-ins')
  const rest = 'from 203.0.113.0/24Nov 20, 2025, 10:04 AM'
  expect(await entriesOf('Sign-ins')).toEqual([
    `Signed inNia ExamplePassword · ${rest}`,
    `FailedNo such accountSingle sign-on · ${rest}`,
  ])
  await press('Next page')
  expect(await screen.findByText(/page 2/)).toBeVisible()
  const limitedText = `Too many attempts1,204 times in a minuteNia ExamplePassword · ${rest}`
  await waitFor(async () => expect(await entriesOf('Sign-ins')).toEqual([limitedText]))
  await userEvent.selectOptions(screen.getByLabelText('Person'), 'Nia Example')
  await userEvent.selectOptions(screen.getByLabelText('Outcome'), 'Failed')
  expect(await screen.findByText('No sign-ins match')).toBeVisible()
  expect(window.location.search).toBe(`?tab=sign-ins&person=${account().id}&outcome=refused`)
  await waitFor(() => expect(searches.at(-1)).toBe(`?limit=50&staffId=${account().id}&outcome=refused`))
})

describe('the access log', () => {
  const recordId = '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a11'
  const entry = (changes: Partial<AccessEntry> = {}): AccessEntry => ({
    id: 'entry-1',
    createdAt: '2025-11-20T15:00:00.000Z',
    lastAt: '2025-11-20T15:04:05.123Z',
    kind: 'open',
    staffId: account().id,
    staffName: 'Nia Example',
    role: 'editor',
    credential: '5f2b8c01d3aa',
    network: '203.0.113.0/24',
    list: 'leads',
    recordId,
    recordName: 'Dana Example',
    filters: [],
    times: 1,
    ...changes,
  })
  const gone = { recordId: undefined, recordName: undefined }
  const pieces = { list: 'pieces', recordName: 'Tulsa Roofing Example' } as const
  const pieceId = 'piece_4Hs8pL2vXe9JwR5tYn7C'
  const exported = [
    { name: 'q', value: 'set' },
    { name: 'from', value: '2025-11-01' },
  ]
  const who = 'Nia Exampleeditor · from 203.0.113.0/24 · session 5f2b8cNov 20, 2025, 10:04 AM'
  const all = `All access to this record${who}`
  const kinds: [AccessEntry, string][] = [
    [entry({ times: 3 }), `Viewed3 timesDana Example${all}`],
    [entry({ kind: 'search', rows: 12, ...gone }), `Searched12 rowsLeads${who}`],
    [
      entry({ kind: 'export', list: 'sample_requests', rows: 1_204, filters: exported, ...gone }),
      `Exported as a file1,204 rowsSample requestsq · from: 2025-11-01${who}`,
    ],
    [entry({ kind: 'export', ...gone }), `Exported as a fileincompleteLeads${who}`],
    [entry(gone), `ViewedA lead that was erased${who}`],
    [entry({ kind: 'privacy_erase', recordName: undefined }), `Erased a personA lead that no longer exists${all}`],
    [entry({ ...pieces, pieceId }), `ViewedTulsa Roofing Example, ${pieceId}${all}`],
    [entry({ ...pieces, kind: 'search', rows: 1 }), `Searched1 rowTulsa Roofing Example${all}`],
    [
      entry({ ...pieces, kind: 'export', rows: 2, filters: [{ name: 'run', value: '128' }] }),
      `Exported as a file2 rowsTulsa Roofing Examplerun: 128${all}`,
    ],
  ]

  test('shows action, record, person, network, and time, with filters in the URL', async () => {
    const searches: string[] = []
    const entries = kinds.map(([one], index) => ({ ...one, id: `entry-${index}` }))
    server.use(signedIn, getListStaffMockHandler([account()]), getListAccessEntriesMockHandler(entries))
    renderAdmin('/settings?tab=access')
    expect(await entriesOf('Access log')).toEqual(kinds.map(([, text]) => text))
    const linkTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    expect(linkTo('Dana Example')).toBe(`/admin/leads?lead=${recordId}`)
    expect(linkTo(`Tulsa Roofing Example, ${pieceId}`)).toBe(`/admin/accounts?account=${recordId}&piece=${pieceId}`)

    server.use(
      http.get('*/api/admin/access-entries', ({ request }) => {
        searches.push(new URL(request.url).search)
        return HttpResponse.json([entry()])
      }),
    )
    await userEvent.selectOptions(screen.getByLabelText('Staff member'), 'Nia Example')
    await userEvent.selectOptions(screen.getByLabelText('Action'), 'Viewed')
    await waitFor(async () => expect(await entriesOf('Access log')).toHaveLength(1))
    await press(/^All access to this record/)
    const filter = `?limit=50&staffId=${account().id}&kind=open&recordId=${recordId}`
    await waitFor(() => expect(searches.at(-1)).toBe(filter))
    expect(window.location.search).toBe(`?tab=access&person=${account().id}&kind=open&record=${recordId}`)
    await press('Show all records')
    await waitFor(() => expect(window.location.search).not.toContain('record'))
  })
})

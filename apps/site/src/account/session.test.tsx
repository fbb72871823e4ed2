import {
  getCreateMemberSessionMockHandler,
  getCreateSignInLinkMockHandler,
  getDeleteCurrentMemberSessionMockHandler,
  getGetCurrentMemberMockHandler,
  getListKeysMockHandler,
  getListStatementsMockHandler,
} from '@app/api-client/mocks'
import { useTestServer } from '@app/ui/testing'
import { announce } from '@app/ui/session-channel'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import {
  click,
  dialogNamed,
  failing,
  key,
  leadsTo,
  member,
  receives,
  requested,
  show,
  shownAddress,
  startSignedIn,
} from '../../test/account.tsx'
import { accountClient } from './area/account-client.ts'
import { returnAddress } from './area/return-address.ts'
import { memberChannel } from './area/member.ts'

const server = useTestServer()
startSignedIn(server)

const typed = () => JSON.stringify(Object.entries(sessionStorage))
const signedOut = failing('get', '/api/account/member', 401)
const ended = 'Your session has ended.'
const unsaved = 'You entered this earlier. It isn’t saved yet.'
const signInForStatements = '/account/sign-in?return_to=%2Faccount%2Fstatements%3FMode%3Dtest'
const typeName = (dialog: HTMLElement, value: string) =>
  fireEvent.change(within(dialog).getByLabelText('Name'), { target: { value } })

test('requests nothing else before the session is confirmed, and an API outage does not sign out', async () => {
  const answer = Promise.withResolvers<Response>()
  server.use(
    http.get('*/api/account/member', () => answer.promise),
    getListKeysMockHandler([key]),
  )
  show('/account/keys')
  expect(await screen.findByRole('heading', { name: 'Keys' })).toBeVisible()
  await vi.waitFor(() => expect(requested).toEqual(['GET /api/account/member']), 10_000)
  expect(screen.queryByRole('table')).toBeNull()

  answer.resolve(HttpResponse.json({}, { status: 503 }))
  expect(await screen.findByText('We could not check whether you are signed in.')).toBeVisible()
  expect(shownAddress()).toBe('/account/keys')
  server.use(getGetCurrentMemberMockHandler(member))
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('Tulsa Roofing Example')).toBeVisible()
})

describe('signed out', () => {
  test('redirects to the sign-in page once and back, and again after a sign-out in another tab', async () => {
    server.use(signedOut)
    show('/account/statements?Mode=test')
    await leadsTo(signInForStatements)
    expect(await screen.findByLabelText('Work email')).toBeVisible()
    expect(screen.queryByText(/Your session has ended/)).toBeNull()
    expect(requested.filter((line) => line === 'GET /api/account/member')).toHaveLength(1)
    server.use(getGetCurrentMemberMockHandler(member), getListStatementsMockHandler([]))
    act(() => announce(memberChannel, 'signed in'))
    await leadsTo('/account/statements?Mode=test')
    expect(await screen.findByText('No statements yet')).toBeVisible()

    server.use(signedOut, failing('get', '/api/account/statements', 401))
    act(() => announce(memberChannel, 'signed out'))
    await leadsTo(signInForStatements)
    expect(await screen.findByText(`${ended} Sign in again to continue.`)).toBeVisible()
  })

  test('while typing redirects to the sign-in page, and the text is still there afterwards', async () => {
    server.use(getListKeysMockHandler([key]))
    show('/account/keys?open=new')
    const typed = await dialogNamed('Create a live key')
    expect(within(typed).queryByText(unsaved)).toBeNull()
    typeName(typed, 'Billing run')
    await userEvent.click(within(typed).getByLabelText('Webhooks'))
    server.use(signedOut, failing('post', '/api/account/keys', 401))
    await userEvent.click(within(typed).getByRole('button', { name: 'Create Key' }))
    await leadsTo('/account/sign-in?return_to=%2Faccount%2Fkeys%3Fopen%3Dnew')
    expect(await screen.findByText(`${ended} Sign in again to continue: what you typed is still here.`)).toBeVisible()

    server.use(getGetCurrentMemberMockHandler(member))
    act(() => announce(memberChannel, 'signed in'))
    const again = await dialogNamed('Create a live key')
    expect(within(again).getByText(unsaved)).toBeVisible()
    expect(within(again).getByLabelText('Name')).toHaveValue('Billing run')
    expect(within(again).getByLabelText('Webhooks')).not.toBeChecked()
    expect(shownAddress()).toBe('/account/keys?open=new')
  })

  test('on request stays signed in after a failure, and deletes drafts and loaded data on success', async () => {
    server.use(getListKeysMockHandler([key]), failing('delete', '/api/account/session', 503))
    show('/account/keys?open=new')
    typeName(await dialogNamed('Create a live key'), 'Secret plan')
    expect(typed()).toContain('Secret plan')
    await click('Sign Out')
    expect(await screen.findByText('We could not sign you out. Try again.')).toBeVisible()
    expect(shownAddress()).toBe('/account/keys?open=new')

    server.use(getDeleteCurrentMemberSessionMockHandler())
    // Before that, a click counts as the second half of a double click.
    vi.spyOn(performance, 'now').mockReturnValue(1e9)
    await click('Sign Out')
    vi.restoreAllMocks()
    await leadsTo('/account/sign-in')
    expect(typed()).not.toContain('Secret plan')
    expect(screen.queryByText(/Your session has ended/)).toBeNull()
  })
})

test('a member does not see another member’s text', async () => {
  server.use(getListKeysMockHandler([key]))
  show('/account/keys?open=new')
  typeName(await dialogNamed('Create a live key'), 'Billing run')
  expect(typed()).toContain('Billing run')
  cleanup()
  server.use(getGetCurrentMemberMockHandler({ ...member, id: member.id.replace(/2$/, '3') }))
  accountClient.clear()
  show('/account/keys?open=new')
  expect(within(await dialogNamed('Create a live key')).getByLabelText('Name')).toHaveValue('')
})

test('a screen that crashes says so, and others still work; each says that the account is suspended', async () => {
  // React logs the error.
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  server.use(
    getGetCurrentMemberMockHandler({ ...member, account: { ...member.account, suspended: true } }),
    http.get('*/api/account/statements', () => HttpResponse.json({})),
    getListKeysMockHandler([key]),
  )
  show('/account/statements')
  expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong here.')
  expect(screen.getByText('Your account is suspended.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  await userEvent.click(screen.getByRole('link', { name: 'Keys' }))
  expect(screen.getByRole('main')).toHaveFocus()
  expect(await screen.findByRole('row', { name: /Production/ })).toBeVisible()
  expect(screen.getByText('Your account is suspended.')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
  logged.mockRestore()
})

describe('the address after signing in', () => {
  test.each([
    ['/account/pieces?piece=x&Mode=test', '/account/pieces?piece=x&Mode=test'],
    ['/account', '/account'],
    ['/account/sign-in', '/account'],
    ['/print', '/account'],
    ['//elsewhere.example/account/keys', '/account'],
    [String.raw`/\elsewhere.example/account/keys`, '/account'],
    ['https://elsewhere.example/account/keys', '/account'],
    ['javascript:alert(1)', '/account'],
    ['', '/account'],
  ])('for %s is %s', (wanted, address) => {
    expect(returnAddress(new URLSearchParams({ return_to: wanted }))).toBe(address)
  })
})

describe('a link', () => {
  const email = async () => screen.findByLabelText('Work email')

  test('is sent by email, with the same message for every address', async () => {
    const sent: unknown[] = []
    server.use(getCreateSignInLinkMockHandler(async ({ request }) => void sent.push(await request.json())))
    show('/account/sign-in?return_to=%2Faccount%2Fkeys')
    await userEvent.type(await email(), 'dana@{Enter}')
    expect(await screen.findByText('Please enter a valid email')).toBeVisible()
    expect(sent).toEqual([])
    await userEvent.type(await email(), 'example.com{Enter}')
    expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Check your email' })).toHaveFocus()
    expect(screen.getByRole('status')).toHaveTextContent('If dana@example.com belongs to a member')
    expect(sent).toEqual([{ email: 'dana@example.com' }])
    await leadsTo('/account/sign-in?return_to=%2Faccount%2Fkeys&sent=1')
    await userEvent.click(screen.getByRole('button', { name: 'Send It Again' }))
    expect(await screen.findByRole('button', { name: 'Sent Again' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Use Another Email' }))
    expect(await email()).toHaveValue('dana@example.com')
    expect(await email()).toHaveFocus()
  })

  test('that cannot be sent shows the reason and keeps the email', async () => {
    show('/account/sign-in')
    fireEvent.change(await email(), { target: { value: 'dana@example.com' } })
    for (const [status, code, words] of [
      [409, 'mail_not_configured', /Links can’t be sent at the moment/],
      [429, 'rate_limited', /too many requests/],
      [503, 'unavailable', /on our side/],
    ] as const) {
      server.use(failing('post', '/api/account/sign-in-links', status, { code }))
      await userEvent.type(await email(), '{Enter}')
      await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(words))
      expect.soft(await email(), code).toHaveValue('dana@example.com')
    }
  })

  test('signs in on one click, once, even after another tab signs out', async () => {
    const sent: unknown[] = []
    server.use(getCreateMemberSessionMockHandler(receives(sent, member)), getListKeysMockHandler([]))
    const token = 'Zm9ydHktdGhyZWUtY2hhcmFjdGVycy11cmwtc2FmZS0'
    show(`/account/sign-in?return_to=%2Faccount%2Fkeys#token=${token}`)
    await screen.findByRole('button', { name: 'Sign In' })
    const channel = new BroadcastChannel(memberChannel)
    const heard = new Promise((resolve) => channel.addEventListener('message', resolve, { once: true }))
    announce(memberChannel, 'signed out')
    await act(() => heard)
    channel.close()
    expect(requested).toEqual([])
    await userEvent.dblClick(screen.getByRole('button', { name: 'Sign In' }))
    await leadsTo('/account/keys')
    expect(sent).toEqual([{ token }])
  })

  test('that was already used offers a form for a new one', async () => {
    server.use(failing('post', '/api/account/sessions', 410, { code: 'link_expired' }))
    show(`/account/sign-in#token=${'x'.repeat(43)}`)
    await click('Sign In')
    expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toHaveFocus()
    await userEvent.click(screen.getByRole('button', { name: 'Get a New Link' }))
    expect(await email()).toHaveFocus()
  })

  test('with an invalid token shows the form', async () => {
    server.use(http.post('*/api/account/*', () => HttpResponse.error()))
    show('/account/sign-in#token=short')
    expect(await email()).toBeVisible()
  })
})

import {
  getCreateOwnTokenMockHandler,
  getDeleteOtherSessionsMockHandler,
  getDeleteOwnSessionMockHandler,
  getDeleteOwnTokenMockHandler,
  getGetCurrentUserMockHandler,
  getGetOwnSecondFactorMockHandler,
  getListOwnSessionsMockHandler,
  getListOwnSignInsMockHandler,
  getListOwnTokensMockHandler,
  getUpdateOwnPasswordMockHandler,
} from '@app/api-client/mocks'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { failing, refusing, renderAdmin, staff, toast, useAdmin } from '../../../test/admin.tsx'
import { session, signIn, token } from '../../../test/records.ts'
import { answer, areClosed, dialog, fill, press, says } from '../../../test/user-actions.ts'

const { server, requested } = useAdmin()

const account = (changes = {}) =>
  server.use(getGetCurrentUserMockHandler({ ...staff, signInMethod: 'password', ...changes }))
const withSessions = (...sessions: Omit<ReturnType<typeof session>, 'browser' | 'network'>[]) =>
  server.use(getListOwnSessionsMockHandler(sessions))
const withTokens = (...tokens: ReturnType<typeof token>[]) => server.use(getListOwnTokensMockHandler(tokens))
const factor = { isRequired: false, authenticatorAddedAt: null, recoveryCodesLeft: 0, passkeys: [] }
const wrongPassword = [
  { in: 'body' as const, pointer: '/currentPassword', detail: 'this is not your current password' },
]

beforeEach(() => {
  account()
  server.use(getListOwnSignInsMockHandler([]), getGetOwnSecondFactorMockHandler(factor))
})

const row = async (name: string) => within(await screen.findByRole('listitem', { name }))
const isGone = (name: string) => waitFor(() => expect(screen.queryByRole('listitem', { name })).not.toBeInTheDocument())

test('lists sessions, and ends them one by one or all together, once for a double click', async () => {
  const here = session({ id: 'here', isCurrent: true, browser: 'Firefox on Linux' })
  const { browser: _browser, network: _network, ...unknown } = session({ id: 'unknown' })
  withSessions(here, session({ id: 'there' }), unknown)
  renderAdmin('/account')
  const own = await row('Firefox on Linux')
  expect(own.getByText('This browser')).toBeVisible()
  expect(own.queryByRole('button')).not.toBeInTheDocument()
  const other = await row('Chrome on Windows')
  expect(other.getByText('from 203.0.113.0/24')).toBeVisible()
  expect(other.getByText(/Signed in/)).toHaveTextContent('Nov 20, 2025, 10:04 AM')
  expect(other.getByText(/Last used/)).toHaveTextContent('Nov 20, 2025, 10:31 AM')
  expect((await row('Unknown browser')).queryByText(/from/)).not.toBeInTheDocument()

  // A session that has already ended is not an error.
  server.use(refusing('delete', '/api/auth/sessions/:id', 404))
  await press('Sign out Unknown browser')
  await answer('End session', 'Sign out')
  await says('The session had already ended')

  const ended: unknown[] = []
  server.use(
    getDeleteOwnSessionMockHandler(({ params }) => {
      ended.push(params['id'])
      withSessions(here, unknown)
      return [here]
    }),
  )
  await press('Sign out Chrome on Windows')
  await userEvent.dblClick((await dialog('End session')).getByRole('button', { name: 'Sign out' }))
  await says('Session ended')
  expect(ended).toEqual(['there'])
  await isGone('Chrome on Windows')

  server.use(refusing('delete', '/api/auth/sessions', 500))
  await press('Sign out everywhere else')
  await answer('Sign out everywhere else', 'Sign out')
  await says('Failed to sign out elsewhere')
  server.use(
    getDeleteOtherSessionsMockHandler(() => {
      withSessions(here)
      return [here]
    }),
  )
  await press('Sign out everywhere else')
  await answer('Sign out everywhere else', 'Sign out')
  await says('Signed out everywhere else')
  await isGone('Unknown browser')
  expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).not.toBeInTheDocument()
})

test('creates a token with the password, shows it once, and revokes it after a confirmation', async () => {
  const secret = 'staff_7Kx2mQ9vB4nT8wYc3Lf6Rz1Hd5PsJg0Wq2aE'
  const sent: unknown[] = []
  renderAdmin('/account')
  await press('Create token')
  const form = await dialog('Create API token')
  const create = form.getByRole('button', { name: 'Create' })
  await userEvent.click(create)
  for (const fault of ['Name is required', 'Choose at least one', 'Current password is required']) {
    expect(form.getByText(fault)).toBeVisible()
  }
  fill(form.getByLabelText(/^Name/), ' Weekly report ')
  await userEvent.click(form.getByRole('checkbox', { name: 'Read leads' }))
  await userEvent.selectOptions(form.getByLabelText('Expires'), 'In 30 days')
  fill(form.getByLabelText(/^Current password/), 'a wrong long secret')
  server.use(refusing('post', '/api/auth/tokens', 400, wrongPassword))
  await userEvent.click(create)
  expect(await form.findByText('This is not your current password')).toBeVisible()
  expect(form.getByLabelText(/^Name/)).toHaveValue(' Weekly report ')
  // The draft has everything except the password.
  await waitFor(() => expect(JSON.stringify(Object.values(sessionStorage))).toContain(' Weekly report '))
  for (const kept of [sessionStorage, localStorage]) {
    expect(JSON.stringify(Object.values(kept))).not.toContain('a wrong long secret')
  }
  server.use(
    getCreateOwnTokenMockHandler(async ({ request }) => {
      sent.push(await request.json())
      withTokens(token())
      return { ...token(), token: secret }
    }),
  )
  fill(form.getByLabelText(/^Current password/), 'a long enough secret')
  await userEvent.dblClick(create)

  const shown = await dialog('Your API token')
  expect(shown.getByLabelText('API token')).toHaveValue(secret)
  const values = { name: 'Weekly report', scopes: ['leads:read'], expiresInDays: 30 }
  expect(sent).toEqual([{ ...values, currentPassword: 'a long enough secret' }])
  await userEvent.click(shown.getByRole('button', { name: 'Copy token' }))
  await userEvent.click(shown.getByRole('button', { name: 'Done' }))
  await areClosed()
  expect((await row('Weekly report')).getByText(/Read leads/)).toHaveTextContent('staff_7Kx2… · Read leads')
  expect(document.body).not.toHaveTextContent(secret)

  // A token that no longer exists is not an error.
  server.use(refusing('delete', '/api/auth/tokens/:id', 404))
  await press('Revoke Weekly report')
  await answer('Revoke token', 'Revoke')
  await says('The token was already revoked')
  server.use(
    getDeleteOwnTokenMockHandler(() => {
      withTokens()
      return []
    }),
  )
  await press('Revoke Weekly report')
  await answer('Revoke token', 'Revoke')
  await says('Token revoked')
  expect(await screen.findByText('No tokens')).toBeVisible()
})

test('shows viewers their role and sign-ins, and lets them create only read-only tokens', async () => {
  const searches: string[] = []
  account({ role: 'viewer' })
  server.use(
    getListOwnSignInsMockHandler(({ request }) => {
      searches.push(new URL(request.url).search)
      return [signIn()]
    }),
  )
  renderAdmin('/account')
  expect(await screen.findByRole('list', { name: 'Sign-ins' })).toHaveTextContent(
    /^Signed inPassword · from 203\.0\.113\.0\/24Nov 20, 2025, 10:04 AM$/,
  )
  expect(searches).toEqual(['?limit=5'])
  expect(screen.getByText(/^Viewer:/)).toBeVisible()
  expect(screen.getByRole('link', { name: /Rosa Example$/ })).toHaveAttribute('href', '/admin/account')
  expect(requested.filter((path) => path.startsWith('/api/admin')).toSorted()).toEqual([
    '/api/admin/inbox/unread',
    '/api/admin/print-samples/counts',
  ])
  await press('Create token')
  const form = await dialog('Create API token')
  expect(form.getByRole('checkbox', { name: 'Read prices' })).toBeEnabled()
  expect(form.getByRole('checkbox', { name: 'Edit prices' })).toBeDisabled()
})

test('explains single sign-on instead of asking for a password to change it or create a token', async () => {
  account({ signInMethod: 'sso' })
  withTokens(token({ lastUsedAt: null, expiresAt: '2025-11-21T15:04:05.123Z' }))
  renderAdmin('/account')
  const expired = await row('Weekly report')
  expect(expired.getAllByText(/^Expired/)).toHaveLength(2)
  expect(expired.getByText('Never used')).toBeVisible()
  expect(screen.getByText(/single sign-on accounts don’t have/)).toBeVisible()
  expect(screen.queryByRole('button', { name: /^(Create token|Change password)$/ })).not.toBeInTheDocument()
})

test('retries each part that fails to load', async () => {
  const parts = { sessions: 'req-1', 'second-factor': 'req-2', tokens: 'req-3', 'sign-ins': 'req-4' }
  for (const [part, id] of Object.entries(parts)) server.use(failing(`/api/auth/${part}`, 500, id))
  renderAdmin('/account')
  for (const id of Object.values(parts)) expect(await screen.findByText(id)).toBeVisible()
  withSessions()
  withTokens()
  server.use(getListOwnSignInsMockHandler([]), getGetOwnSecondFactorMockHandler(factor))
  for (const retry of screen.getAllByRole('button', { name: 'Retry' })) await userEvent.click(retry)
  for (const text of ['Not signed in anywhere', 'Not set up', 'No tokens', 'No sign-ins yet'])
    expect(await screen.findByText(text)).toBeVisible()
})

test('changes the password once for a double click, and shows errors at their fields', async () => {
  renderAdmin('/account')
  const opener = await screen.findByRole('button', { name: 'Change password' })
  opener.focus()
  await userEvent.keyboard('{Enter}')
  const form = await dialog('Change password')
  const field = (label: string) => form.getByLabelText(new RegExp(`^${label}( \\*)?$`))
  const current = field('Current password')
  const send = form.getByRole('button', { name: 'Change password' })
  await waitFor(() => expect(current).toHaveFocus())
  expect(current).toHaveAttribute('type', 'password')
  expect(current).toHaveAttribute('autocomplete', 'current-password')
  await userEvent.click(form.getByRole('checkbox', { name: 'Show passwords' }))
  expect(current).toHaveAttribute('type', 'text')

  fill(field('New password'), 'short')
  fill(field('Confirm new password'), 'shorter')
  await userEvent.click(send)
  expect(form.getByText('Current password is required')).toBeVisible()
  expect(form.getByText('Must have at least 12 characters')).toBeVisible()
  expect(form.getByText('The passwords don’t match')).toBeVisible()
  expect(requested).not.toContain('/api/auth/password')
  await waitFor(() => expect(current).toHaveFocus())

  fill(current, 'a wrong long secret')
  fill(field('New password'), 'three quiet herons')
  fill(field('Confirm new password'), 'three quiet herons')
  server.use(refusing('put', '/api/auth/password', 400, wrongPassword))
  await userEvent.click(send)
  expect(await form.findByText('This is not your current password')).toBeVisible()
  expect(toast()).toHaveTextContent(/^ErrorFailed to change password$/)
  await waitFor(() => expect(current).toHaveFocus())
  expect(field('Confirm new password')).toHaveValue('three quiet herons')
  server.use(refusing('put', '/api/auth/password', 429, undefined, 'Too many attempts. Try again in 40 seconds.'))
  await userEvent.click(send)
  await says('Too many attempts. Try again in 40 seconds.')

  const sent: unknown[] = []
  server.use(getUpdateOwnPasswordMockHandler(async ({ request }) => void sent.push(await request.json())))
  fill(current, 'a long enough secret')
  await userEvent.dblClick(send)
  await says('Password changed. Your other sessions have ended.')
  expect(sent).toEqual([{ currentPassword: 'a long enough secret', newPassword: 'three quiet herons' }])
  await areClosed()
  await waitFor(() => expect(opener).toHaveFocus())
})

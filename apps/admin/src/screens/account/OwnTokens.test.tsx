import {
  getCreateOwnTokenMockHandler,
  getGetCurrentUserMockHandler,
  getGetOwnSecondFactorMockHandler,
  getListOwnSignInsMockHandler,
  getListOwnTokensMockHandler,
  getDeleteOwnTokenMockHandler,
} from '@app/api-client/mocks'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { failing, refusing, renderAdmin, staff, useAdmin } from '../../../test/admin.tsx'
import { token } from '../../../test/records.ts'
import { answer, dialog, press, toast } from '../../../test/settings.tsx'

const { server } = useAdmin()

const secret = 'staff_7Kx2mQ9vB4nT8wYc3Lf6Rz1Hd5PsJg0Wq2aE'
const has = (...tokens: ReturnType<typeof token>[]) => server.use(getListOwnTokensMockHandler(tokens))
const account = (changes = {}) =>
  server.use(getGetCurrentUserMockHandler({ ...staff, signInMethod: 'password', ...changes }))

beforeEach(() => {
  account()
  has()
  const factor = { isRequired: false, authenticatorAddedAt: null, recoveryCodesLeft: 0, passkeys: [] }
  server.use(getListOwnSignInsMockHandler([]), getGetOwnSecondFactorMockHandler(factor))
})

const open = async () => {
  renderAdmin('/account')
  await press('Create token')
  return dialog('Create API token')
}

test('creating a token requires the password, and shows it once', async () => {
  const sent: unknown[] = []
  server.use(
    getCreateOwnTokenMockHandler(async ({ request }) => {
      sent.push(await request.json())
      has(token())
      return { ...token(), token: secret }
    }),
  )
  const form = await open()
  await userEvent.click(form.getByRole('button', { name: 'Create' }))
  for (const fault of ['Name is required', 'Choose at least one', 'Current password is required']) {
    expect(form.getByText(fault)).toBeVisible()
  }
  await userEvent.type(form.getByLabelText(/^Name/), ' Weekly report ')
  await userEvent.click(form.getByRole('checkbox', { name: 'Read leads' }))
  await userEvent.selectOptions(form.getByLabelText('Expires'), 'In 30 days')
  await userEvent.type(form.getByLabelText(/^Current password/), 'a long enough secret')
  await userEvent.dblClick(form.getByRole('button', { name: 'Create' }))

  const shown = await dialog('Your API token')
  expect(shown.getByLabelText('API token')).toHaveValue(secret)
  const values = { name: 'Weekly report', scopes: ['leads:read'], expiresInDays: 30 }
  expect(sent).toEqual([{ ...values, currentPassword: 'a long enough secret' }])
  await userEvent.click(shown.getByRole('button', { name: 'Done' }))
  await answer('Close without copying?', 'Go back')
  await userEvent.click(shown.getByRole('button', { name: 'Copy token' }))
  await userEvent.click(shown.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  const row = within(await screen.findByRole('listitem', { name: 'Weekly report' }))
  expect(row.getByText(/Read leads/)).toHaveTextContent('staff_7Kx2… · Read leads')
  expect(document.body).not.toHaveTextContent(secret)
  for (const kept of [sessionStorage, localStorage]) {
    expect(JSON.stringify(Object.values(kept))).not.toContain('a long enough secret')
  }
})

test('a wrong password shows an error at its field and keeps the form', async () => {
  const errors = [{ in: 'body' as const, pointer: '/currentPassword', detail: 'this is not your current password' }]
  server.use(refusing('post', '/api/auth/tokens', 400, errors))
  const form = await open()
  await userEvent.type(form.getByLabelText(/^Name/), 'Weekly report')
  await userEvent.click(form.getByRole('checkbox', { name: 'Read leads' }))
  await userEvent.type(form.getByLabelText(/^Current password/), 'a wrong long secret{Enter}')
  expect(await form.findByText('This is not your current password')).toBeVisible()
  expect(form.getByLabelText(/^Name/)).toHaveValue('Weekly report')
  await userEvent.click(form.getByRole('button', { name: 'Cancel' }))
  await answer('Discard changes?', 'Discard')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

test('viewers can’t create tokens with write access', async () => {
  account({ role: 'viewer' })
  const form = await open()
  expect(form.getByRole('checkbox', { name: 'Read prices' })).toBeEnabled()
  expect(form.getByRole('checkbox', { name: 'Edit prices' })).toBeDisabled()
})

test('with single sign-on, there is an explanation instead of a button', async () => {
  account({ signInMethod: 'sso' })
  has(token({ lastUsedAt: null, expiresAt: '2025-11-21T15:04:05.123Z' }))
  renderAdmin('/account')
  const row = within(await screen.findByRole('listitem', { name: 'Weekly report' }))
  expect(row.getAllByText(/^Expired/)).toHaveLength(2)
  expect(row.getByText('Never used')).toBeVisible()
  expect(screen.getByText(/single sign-on accounts don’t have/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Create token' })).not.toBeInTheDocument()
})

test('a token is revoked after a question; one that no longer exists is no failure', async () => {
  has(token())
  server.use(refusing('delete', `/api/auth/tokens/${token().id}`, 404))
  renderAdmin('/account')
  await press('Revoke Weekly report')
  await answer('Revoke token', 'Revoke')
  await waitFor(() => expect(toast()).toHaveTextContent('The token was already revoked'))

  server.use(
    getDeleteOwnTokenMockHandler(() => {
      has()
      return []
    }),
  )
  await press('Revoke Weekly report')
  await answer('Revoke token', 'Revoke')
  await waitFor(() => expect(toast()).toHaveTextContent('Token revoked'))
  expect(await screen.findByText('No tokens')).toBeVisible()
})

test('a failure can be retried', async () => {
  server.use(failing('/api/auth/tokens', 500, 'req-9'))
  renderAdmin('/account')
  expect(await screen.findByText('req-9')).toBeVisible()
  has(token())
  await press('Retry')
  expect(await screen.findByRole('listitem', { name: 'Weekly report' })).toBeVisible()
})

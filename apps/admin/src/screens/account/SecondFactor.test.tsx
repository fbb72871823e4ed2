import type { SecondFactor } from '@app/api-client'
import {
  getConfirmAuthenticatorMockHandler,
  getGetCurrentUserMockHandler,
  getGetOwnSecondFactorMockHandler,
  getListOwnSignInsMockHandler,
  getDeleteAuthenticatorMockHandler,
  getCreateRecoveryCodesMockHandler,
  getCreateAuthenticatorMockHandler,
} from '@app/api-client/mocks'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { failing, refusing, renderAdmin, staff, useAdmin } from '../../../test/admin.tsx'
import { dialog, press, toast } from '../../../test/settings.tsx'

const { server } = useAdmin()

const none: SecondFactor = { isRequired: false, authenticatorAddedAt: null, recoveryCodesLeft: 0, passkeys: [] }
const some: SecondFactor = { ...none, authenticatorAddedAt: '2025-11-20T15:04:05.123Z', recoveryCodesLeft: 2 }
const has = (state: SecondFactor) => server.use(getGetOwnSecondFactorMockHandler(state))
const account = (changes = {}) =>
  server.use(getGetCurrentUserMockHandler({ ...staff, signInMethod: 'password', ...changes }))
const codes = ['k7mq-2xwd-9rta-vh4e', '8pzc-n3gy-5jfb-q6ss']

beforeEach(() => {
  account()
  has(none)
  server.use(
    getListOwnSignInsMockHandler([]),
    getCreateAuthenticatorMockHandler({
      secret: 'JBSWY3DPEHPK3PXP',
      address: 'otpauth://totp/Example?secret=JBSWY3DPEHPK3PXP',
      qrCode: { size: 21, path: 'M0 0h7v1h-7z' },
    }),
    getConfirmAuthenticatorMockHandler({ codes }),
  )
})

async function prove(title: string, action: string) {
  const form = await dialog(title)
  await userEvent.type(form.getByLabelText(/^Current password/), 'a long enough secret')
  await userEvent.click(form.getByRole('button', { name: action }))
}

async function setUp() {
  await press('Set up app')
  await prove('Set up an authenticator app', 'Continue')
  await screen.findByRole('img', { name: 'QR code for the app' })
}

test('setting up an app takes the password, a QR code, and a code, and shows recovery codes once', async () => {
  renderAdmin('/account')
  expect(await screen.findByText('Not set up')).toBeVisible()
  await setUp()
  const form = await dialog('Set up an authenticator app')
  expect(form.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible()
  await userEvent.click(form.getByRole('button', { name: 'Confirm' }))
  expect(form.getByText('Code is required')).toBeVisible()
  has(some)
  await userEvent.type(form.getByLabelText(/^Code/), '492039')
  await userEvent.dblClick(form.getByRole('button', { name: 'Confirm' }))
  const shown = await dialog('Recovery codes')
  expect(shown.getAllByRole('listitem').map((item) => item.textContent)).toEqual(codes)
  expect(toast()).toHaveTextContent('Authenticator app set up. Your other sessions have ended.')

  await userEvent.click(shown.getByRole('button', { name: 'Done' }))
  const question = await dialog('Close without saving the codes?')
  await userEvent.click(question.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(await screen.findByText(/2 codes are left/)).toBeVisible()
})

test('wrong codes and passwords show errors at their fields', async () => {
  server.use(
    refusing('post', '/api/auth/authenticator/confirm', 400, [
      { in: 'body', pointer: '/code', detail: 'this is not the current code in your app' },
    ]),
  )
  renderAdmin('/account')
  await setUp()
  const form = await dialog('Set up an authenticator app')
  await userEvent.type(form.getByLabelText(/^Code/), '000000{Enter}')
  expect(await form.findByText('This is not the current code in your app')).toBeVisible()
  await userEvent.click(form.getByRole('button', { name: 'Cancel' }))

  server.use(
    refusing('post', '/api/auth/authenticator', 400, [
      { in: 'body', pointer: '/currentPassword', detail: 'this is not your current password' },
    ]),
  )
  await press('Set up app')
  await prove('Set up an authenticator app', 'Continue')
  expect(await screen.findByText('This is not your current password')).toBeVisible()
})

test('an app can be removed, and recovery codes replaced', async () => {
  has(some)
  server.use(getDeleteAuthenticatorMockHandler(), getCreateRecoveryCodesMockHandler({ codes }))
  renderAdmin('/account')
  await press('New recovery codes')
  await prove('New recovery codes', 'Create new codes')
  const shown = await dialog('Recovery codes')
  await userEvent.click(shown.getByRole('link', { name: 'Download' }))
  await userEvent.click(shown.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

  await press('Remove app')
  has(none)
  await prove('Remove authenticator app', 'Remove')
  expect(await screen.findByText('Not set up')).toBeVisible()
})

test('a required second factor can be replaced but not removed', async () => {
  has({ ...some, isRequired: true })
  renderAdmin('/account')
  expect(await screen.findByRole('button', { name: 'Replace app' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Remove app' })).not.toBeInTheDocument()
})

test('a failure can be retried', async () => {
  server.use(failing('/api/auth/second-factor', 500, 'req-5'))
  renderAdmin('/account')
  expect(await screen.findByText('req-5')).toBeVisible()
  has(none)
  await press('Retry')
  expect(await screen.findByText('Not set up')).toBeVisible()
})

test('required setup hides everything else, and the recovery codes stay in view', async () => {
  account({ needsSecondFactor: true })
  has({ ...none, isRequired: true })
  renderAdmin('/leads')
  expect(await screen.findByRole('heading', { name: /One more step/ })).toBeVisible()
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument()
  await setUp()
  account()
  has({ ...some, isRequired: true })
  await userEvent.type((await dialog('Set up an authenticator app')).getByLabelText(/^Code/), '492039{Enter}')
  expect(within(await screen.findByRole('dialog', { name: 'Recovery codes' })).getAllByRole('listitem')).toHaveLength(2)
  expect(screen.getByRole('heading', { name: /One more step/, hidden: true })).toBeInTheDocument()
})

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
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { refusing, renderAdmin, staff, toast, useAdmin } from '../../../test/admin.tsx'
import { areClosed, dialog, fill, press } from '../../../test/user-actions.ts'

const { server } = useAdmin()

const none: SecondFactor = { isRequired: false, authenticatorAddedAt: null, recoveryCodesLeft: 0, passkeys: [] }
const some: SecondFactor = { ...none, authenticatorAddedAt: '2025-11-20T15:04:05.123Z', recoveryCodesLeft: 2 }
const has = (state: SecondFactor) => server.use(getGetOwnSecondFactorMockHandler(state))
const account = (changes = {}) =>
  server.use(getGetCurrentUserMockHandler({ ...staff, signInMethod: 'password', ...changes }))
const codes = ['k7mq-2xwd-9rta-vh4e', '8pzc-n3gy-5jfb-q6ss']

const withAuthenticator = () =>
  server.use(
    getCreateAuthenticatorMockHandler({
      secret: 'JBSWY3DPEHPK3PXP',
      address: 'otpauth://totp/Example?secret=JBSWY3DPEHPK3PXP',
      qrCode: { size: 21, path: 'M0 0h7v1h-7z' },
    }),
  )

beforeEach(() => {
  account()
  has(none)
  withAuthenticator()
  server.use(getListOwnSignInsMockHandler([]), getConfirmAuthenticatorMockHandler({ codes }))
})

async function prove(title: string, action: string) {
  const form = await dialog(title)
  fill(form.getByLabelText(/^Current password/), 'a long enough secret')
  await userEvent.click(form.getByRole('button', { name: action }))
}

test('setting up an app needs the password, a QR code, and a code, and shows recovery codes once', async () => {
  renderAdmin('/account')
  await press('Set up app')
  const proof = await dialog('Set up an authenticator app')
  server.use(
    refusing('post', '/api/auth/authenticator', 400, [
      { in: 'body', pointer: '/currentPassword', detail: 'this is not your current password' },
    ]),
  )
  await prove('Set up an authenticator app', 'Continue')
  expect(await proof.findByText('This is not your current password')).toBeVisible()
  withAuthenticator()
  await userEvent.click(proof.getByRole('button', { name: 'Continue' }))
  await screen.findByRole('img', { name: 'QR code for the app' })
  const form = await dialog('Set up an authenticator app')
  expect(form.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible()
  await userEvent.click(form.getByRole('button', { name: 'Confirm' }))
  expect(form.getByText('Code is required')).toBeVisible()
  server.use(
    refusing('post', '/api/auth/authenticator/confirm', 400, [
      { in: 'body', pointer: '/code', detail: 'this is not the current code in your app' },
    ]),
  )
  await userEvent.type(form.getByLabelText(/^Code/), '000000{Enter}')
  expect(await form.findByText('This is not the current code in your app')).toBeVisible()

  server.use(getConfirmAuthenticatorMockHandler({ codes }))
  has(some)
  fill(form.getByLabelText(/^Code/), '492039')
  await userEvent.dblClick(form.getByRole('button', { name: 'Confirm' }))
  const shown = await dialog('Recovery codes')
  expect(shown.getAllByRole('listitem').map((item) => item.textContent)).toEqual(codes)
  expect(toast()).toHaveTextContent('Authenticator app set up. Your other sessions have ended.')
  await userEvent.click(shown.getByRole('button', { name: 'Done' }))
  const question = await dialog('Close without saving the codes?')
  await userEvent.click(question.getByRole('button', { name: 'Close' }))
  await areClosed()
  expect(await screen.findByText(/2 codes are left/)).toBeVisible()
})

test('an app can be removed unless it is required, and recovery codes can be replaced', async () => {
  has({ ...some, isRequired: true })
  server.use(getDeleteAuthenticatorMockHandler(), getCreateRecoveryCodesMockHandler({ codes }))
  renderAdmin('/account')
  expect(await screen.findByRole('button', { name: 'Replace app' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Remove app' })).not.toBeInTheDocument()
  has(some)
  await press('New recovery codes')
  await prove('New recovery codes', 'Create new codes')
  const shown = await dialog('Recovery codes')
  await userEvent.click(shown.getByRole('link', { name: 'Download' }))
  await userEvent.click(shown.getByRole('button', { name: 'Done' }))
  await areClosed()

  await press('Remove app')
  has(none)
  await prove('Remove authenticator app', 'Remove')
  expect(await screen.findByText('Not set up')).toBeVisible()
})

test('required setup hides everything else, and the recovery codes stay visible', async () => {
  account({ needsSecondFactor: true })
  has({ ...none, isRequired: true })
  renderAdmin('/leads')
  expect(await screen.findByRole('heading', { name: /One more step/ })).toBeVisible()
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument()
  await press('Set up app')
  await prove('Set up an authenticator app', 'Continue')
  await screen.findByRole('img', { name: 'QR code for the app' })
  account()
  has({ ...some, isRequired: true })
  await userEvent.type((await dialog('Set up an authenticator app')).getByLabelText(/^Code/), '492039{Enter}')
  expect(within(await screen.findByRole('dialog', { name: 'Recovery codes' })).getAllByRole('listitem')).toHaveLength(2)
  expect(screen.getByRole('heading', { name: /One more step/, hidden: true })).toBeInTheDocument()
})

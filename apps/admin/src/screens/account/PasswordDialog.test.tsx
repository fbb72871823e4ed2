import {
  getUpdateOwnPasswordMockHandler,
  getGetCurrentUserMockHandler,
  getGetOwnSecondFactorMockHandler,
  getListOwnSignInsMockHandler,
} from '@app/api-client/mocks'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { refusing, renderAdmin, staff, useAdmin } from '../../../test/admin.tsx'
import { dialog, press, toast } from '../../../test/settings.tsx'

const { server } = useAdmin()

beforeEach(() =>
  server.use(
    getGetCurrentUserMockHandler({ ...staff, signInMethod: 'password' }),
    getGetOwnSecondFactorMockHandler({
      isRequired: false,
      authenticatorAddedAt: null,
      recoveryCodesLeft: 0,
      passkeys: [],
    }),
    getListOwnSignInsMockHandler([]),
  ),
)

const open = async () => {
  renderAdmin('/account')
  await press('Change password')
  return dialog('Change password')
}

async function fill(current: string, chosen: string, repeated = chosen, send = userEvent.click): Promise<void> {
  const form = await dialog('Change password')
  const fields = { 'Current password': current, 'New password': chosen, 'Confirm new password': repeated }
  for (const [label, text] of Object.entries(fields)) {
    const field = form.getByLabelText(new RegExp(`^${label}( \\*)?$`))
    await userEvent.clear(field)
    if (text) await userEvent.type(field, text)
  }
  await send(form.getByRole('button', { name: 'Change password' }))
}

test('sends both passwords once, however often it is clicked, and says that other sessions have ended', async () => {
  const sent: unknown[] = []
  server.use(
    getUpdateOwnPasswordMockHandler(async ({ request }) => {
      sent.push(await request.json())
    }),
  )
  await open()
  await fill('a long enough secret', 'three quiet herons', 'three quiet herons', userEvent.dblClick)
  await waitFor(() => expect(toast()).toHaveTextContent('Password changed. Your other sessions have ended.'))
  expect(sent).toEqual([{ currentPassword: 'a long enough secret', newPassword: 'three quiet herons' }])
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

test('Escape closes it, and the focus returns to the button that opened it', async () => {
  renderAdmin('/account')
  const opener = await screen.findByRole('button', { name: 'Change password' })
  opener.focus()
  await userEvent.keyboard('{Enter}')
  const form = await dialog('Change password')
  await waitFor(() => expect(form.getByLabelText(/^Current password/)).toHaveFocus())
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await waitFor(() => expect(opener).toHaveFocus())
})

test('validates required fields without a call', async () => {
  const form = await open()
  await fill('', 'short', 'shorter')
  expect(form.getByText('Current password is required')).toBeVisible()
  expect(form.getByText('Must have at least 12 characters')).toBeVisible()
  expect(form.getByText('The passwords don’t match')).toBeVisible()
  await waitFor(() => expect(form.getByLabelText(/^Current password/)).toHaveFocus())
})

test('a rejected password shows an error at its field and keeps the form', async () => {
  server.use(
    refusing('put', '/api/auth/password', 400, [
      { in: 'body', pointer: '/currentPassword', detail: 'this is not your current password' },
    ]),
  )
  const form = await open()
  await fill('a wrong long secret', 'three quiet herons')
  expect(await form.findByText('This is not your current password')).toBeVisible()
  expect(toast()).toHaveTextContent(/^ErrorFailed to change password$/)
  await waitFor(() => expect(form.getByLabelText(/^Current password/)).toHaveFocus())
  expect(form.getByLabelText(/^Confirm new password/)).toHaveValue('three quiet herons')
})

test('after too many attempts, the toast shows how long to wait', async () => {
  server.use(refusing('put', '/api/auth/password', 429, undefined, 'Too many attempts. Try again in 40 seconds.'))
  await open()
  await fill('a wrong long secret', 'three quiet herons')
  await waitFor(() => expect(toast()).toHaveTextContent('Too many attempts. Try again in 40 seconds.'))
})

test('shows passwords on request', async () => {
  const form = await open()
  const field = form.getByLabelText(/^Current password/)
  expect(field).toHaveAttribute('type', 'password')
  expect(field).toHaveAttribute('autocomplete', 'current-password')
  await userEvent.click(form.getByRole('checkbox', { name: 'Show passwords' }))
  expect(field).toHaveAttribute('type', 'text')
})

test('is not offered to staff who sign in with single sign-on', async () => {
  server.use(getGetCurrentUserMockHandler({ ...staff, signInMethod: 'sso' }))
  renderAdmin('/account')
  expect(await screen.findByText('No sign-ins yet')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Change password' })).not.toBeInTheDocument()
})

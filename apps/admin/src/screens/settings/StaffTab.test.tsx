import {
  getCreatePasswordResetMockHandler,
  getUpdateStaffEnabledMockHandler,
  getUpdateStaffRoleMockHandler,
} from '@app/api-client/mocks'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import {
  failing,
  refusing,
  renderAdmin,
  signedIn,
  signedInAsEditor,
  signedInAsViewer,
  staff,
  stalling,
  useAdmin,
} from '../../../test/admin.tsx'
import { account } from '../../../test/records.ts'
import { answer, dialog, link, linkAddress, openSettings, press, self, stored, toast } from '../../../test/settings.tsx'

const { server, requested } = useAdmin()

const row = (name: string) => within(screen.getByRole('listitem', { name }))

describe('access', () => {
  test('an owner has it in the navigation', async () => {
    await openSettings(server)
    expect(screen.getByRole('link', { name: 'Settings' })).toHaveAttribute('href', '/admin/settings')
    expect(document.title).toMatch(/^Settings/)
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'Staff',
      'CRM',
      'Messages',
      'Sign-ins',
      'Access',
    ])
  })

  test.each([
    ['a viewer', signedInAsViewer],
    ['an editor', signedInAsEditor],
  ])('%s does not, and reads why without a call to the API', async (_who, session) => {
    server.use(session)
    renderAdmin('/settings')
    expect(await screen.findByText('Only owners can open the settings')).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Settings' })).not.toBeInTheDocument()
    // The navigation counts pending requests and unread notifications on every screen.
    const counts = ['/api/admin/print-samples/counts', '/api/admin/inbox/unread']
    expect(requested.filter((path) => !counts.includes(path))).toEqual(['/api/auth/user'])
  })
})

describe('the accounts', () => {
  test('shows name, email, role, state and last sign-in, and no buttons for your own account', async () => {
    await openSettings(server, {
      accounts: [self, account(), account({ id: 'b', name: 'Kai', isEnabled: false, lastSignInAt: null })],
    })
    expect(row('Nia Example').getByText('nia@example.com')).toBeVisible()
    expect(row('Nia Example').getByText('Editor')).toBeVisible()
    expect(row('Nia Example').getByText(/Last sign-in/)).toHaveTextContent('Nov 20, 2025, 10:04 AM')
    expect(row('Kai').getByText('Disabled')).toBeVisible()
    expect(row('Kai').getByText(/Never signed in/)).toBeVisible()
    expect(row('Kai').queryByRole('button', { name: /Reset/ })).not.toBeInTheDocument()
    expect(row(staff.name).getByText('You')).toBeVisible()
    expect(row(staff.name).queryByRole('button')).not.toBeInTheDocument()
  })

  test('shows loading, then a failure with its request id, which can be retried', async () => {
    server.use(signedIn)
    stored(server)
    server.use(stalling('/api/admin/staff'))
    const { unmount } = renderAdmin('/settings')
    expect((await screen.findAllByRole('status', { name: 'Loading' })).length).toBeGreaterThan(0)
    unmount()

    server.use(failing('/api/admin/staff', 500, 'req-5'))
    renderAdmin('/settings')
    expect(await screen.findByText('req-5')).toBeVisible()
    stored(server)
    await press('Retry')
    expect(await screen.findByRole('list', { name: 'Accounts' })).toBeVisible()
  })
})

describe('roles', () => {
  const change = async () => {
    await press('Change role of Nia Example')
    const form = await dialog('Role for Nia Example')
    await userEvent.selectOptions(form.getByLabelText(/^Role/), 'Viewer')
    expect(form.getByText(/Read-only access/)).toBeVisible()
    await userEvent.click(form.getByRole('button', { name: 'Save' }))
  }

  test('"Role updated successfully", and the list and the log are reloaded', async () => {
    await openSettings(server)
    server.use(getUpdateStaffRoleMockHandler(account({ role: 'viewer' })))
    stored(server, { accounts: [self, account({ role: 'viewer' })] })
    await change()
    await waitFor(() => expect(toast()).toHaveTextContent('SuccessRole updated successfully'))
    await waitFor(() => expect(row('Nia Example').getByText('Viewer')).toBeVisible())
    expect(requested.filter((path) => path === '/api/admin/changes')).toHaveLength(2)
  })

  test('"Failed to update role" with the reason; the choice stays', async () => {
    await openSettings(server)
    server.use(refusing('put', '/api/admin/staff/:id/role', 409, undefined, 'This is the last enabled owner.'))
    await change()
    await waitFor(() => expect(toast()).toHaveTextContent('ErrorFailed to update roleThis is the last enabled owner.'))
    expect((await dialog('Role for Nia Example')).getByLabelText(/^Role/)).toHaveValue('viewer')
  })

  test('asks before it discards a choice', async () => {
    await openSettings(server)
    await press('Change role of Nia Example')
    const form = await dialog('Role for Nia Example')
    await userEvent.selectOptions(form.getByLabelText(/^Role/), 'Viewer')
    await userEvent.click(form.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText('Your text hasn’t been saved.')).toBeVisible()
  })
})

describe('disabling and enabling', () => {
  test('"Account disabled successfully", after a confirmation that names the person', async () => {
    await openSettings(server)
    server.use(getUpdateStaffEnabledMockHandler(account({ isEnabled: false })))
    await press('Disable Nia Example')
    expect((await dialog('Disable account')).getByText(/nia@example.com/)).toHaveTextContent('Nia Example')
    stored(server, { accounts: [self, account({ isEnabled: false })] })
    await answer('Disable account', 'Disable')
    await waitFor(() => expect(toast()).toHaveTextContent('SuccessAccount disabled successfully'))
    expect(await screen.findByRole('button', { name: 'Enable Nia Example' })).toBeVisible()
  })

  test('"Failed to disable account" with the reason', async () => {
    await openSettings(server)
    server.use(refusing('put', '/api/admin/staff/:id/enabled', 409, undefined, 'Ask another owner.'))
    await press('Disable Nia Example')
    await answer('Disable account', 'Disable')
    await waitFor(() => expect(toast()).toHaveTextContent('ErrorFailed to disable accountAsk another owner.'))
    expect(screen.getByRole('button', { name: 'Disable Nia Example' })).toBeVisible()
  })

  test('"Account enabled successfully" and "Failed to enable account"', async () => {
    await openSettings(server, { accounts: [self, account({ isEnabled: false })] })
    server.use(refusing('put', '/api/admin/staff/:id/enabled', 500))
    await press('Enable Nia Example')
    await answer('Enable account', 'Enable')
    await waitFor(() => expect(toast()).toHaveTextContent('ErrorFailed to enable account'))
    server.use(getUpdateStaffEnabledMockHandler(account()))
    stored(server)
    await press('Enable Nia Example')
    await answer('Enable account', 'Enable')
    await waitFor(() => expect(toast()).toHaveTextContent('SuccessAccount enabled successfully'))
  })
})

describe('the password link', () => {
  test('"Password link created successfully": shown once, copied, and gone', async () => {
    const user = userEvent.setup()
    await openSettings(server)
    server.use(getCreatePasswordResetMockHandler(link))
    await press('Reset password for Nia Example')
    await answer('Reset password', 'Create link')
    await waitFor(() => expect(toast()).toHaveTextContent('SuccessPassword link created successfully'))
    const shown = await dialog('Password link')
    expect(shown.getByLabelText('One-time link')).toHaveValue(linkAddress)
    expect(shown.getByText('It is shown only once. We keep no copy.')).toBeVisible()
    await user.click(shown.getByRole('button', { name: 'Copy link' }))
    expect(await shown.findByRole('button', { name: 'Copied' })).toBeVisible()
    expect(await navigator.clipboard.readText()).toBe(linkAddress)
    await user.click(shown.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(screen.queryByLabelText('One-time link')).not.toBeInTheDocument())
    expect(window.location.href).not.toContain('link=')
  })

  test('closing it without copying asks for confirmation', async () => {
    await openSettings(server)
    server.use(getCreatePasswordResetMockHandler(link))
    await press('Reset password for Nia Example')
    await answer('Reset password', 'Create link')
    const shown = await dialog('Password link')
    await userEvent.click(shown.getByRole('button', { name: 'Done' }))
    await answer('Close without copying?', 'Go back')
    expect(shown.getByLabelText('One-time link')).toHaveValue(linkAddress)
    await userEvent.click(shown.getByRole('button', { name: 'Done' }))
    await answer('Close without copying?', 'Close')
    await waitFor(() => expect(screen.queryByLabelText('One-time link')).not.toBeInTheDocument())
  })

  test('"Failed to create password link"', async () => {
    await openSettings(server)
    server.use(
      refusing('post', '/api/admin/staff/:id/password-reset', 409, undefined, 'There is no password to reset.'),
    )
    await press('Reset password for Nia Example')
    await answer('Reset password', 'Create link')
    await waitFor(() =>
      expect(toast()).toHaveTextContent('ErrorFailed to create password linkThere is no password to reset.'),
    )
  })
})

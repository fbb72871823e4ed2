import type { StaffAccount, StaffInvitation } from '@app/api-client'
import {
  getCreatePasswordResetMockHandler,
  getInviteStaffMockHandler,
  getListSettingsAuditMockHandler,
  getListStaffInvitationsMockHandler,
  getListStaffMockHandler,
  getRenewStaffInvitationMockHandler,
  getRevokeStaffInvitationMockHandler,
  getSetStaffEnabledMockHandler,
  getSetStaffRoleMockHandler,
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
import { account, invitation, settingsEntry } from '../../../test/records.ts'

const { server, asked } = useAdmin()

const self = account({ id: staff.id, name: staff.name, email: staff.email, role: 'owner' })
const link = { path: `/api/set-password?link=${'a'.repeat(43)}`, expiresAt: '2026-11-23T15:04:05.123Z' }
const address = `http://localhost:3000${link.path}`

const toast = () => screen.getByRole('region', { name: 'Notification' })
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const row = (name: string) => within(screen.getByRole('listitem', { name }))

type Stored = { accounts?: StaffAccount[]; invitations?: StaffInvitation[] }

const stored = ({ accounts = [self, account()], invitations = [] }: Stored = {}) =>
  server.use(
    getListStaffMockHandler(accounts),
    getListStaffInvitationsMockHandler(invitations),
    getListSettingsAuditMockHandler([settingsEntry()]),
  )

async function open(what: Stored = {}) {
  server.use(signedIn)
  stored(what)
  renderAdmin('/settings')
  await screen.findByRole('list', { name: 'Accounts' })
}

/** Confirms the question of this name. */
const answer = async (question: string, action: string) =>
  userEvent.click((await dialog(question)).getByRole('button', { name: action }))

describe('who may', () => {
  test('an owner finds it in the navigation', async () => {
    await open()
    expect(screen.getByRole('link', { name: 'Settings' })).toHaveAttribute('href', '/admin/settings')
    expect(document.title).toMatch(/^Settings/)
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Staff', 'CRM', 'Sign-ins'])
  })

  test.each([
    ['a viewer', signedInAsViewer],
    ['an editor', signedInAsEditor],
  ])('%s does not, and is told plainly without a call', async (_who, session) => {
    server.use(session)
    renderAdmin('/settings')
    expect(await screen.findByText('Only owners can open the settings')).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Settings' })).not.toBeInTheDocument()
    expect(asked).toEqual(['/api/auth/user'])
  })
})

describe('the accounts', () => {
  test('name, email, role, state and last sign-in; none of the buttons for oneself', async () => {
    await open({ accounts: [self, account(), account({ id: 'b', name: 'Kai', isEnabled: false, lastSignInAt: null })] })
    expect(row('Nia Example').getByText('nia@example.com')).toBeVisible()
    expect(row('Nia Example').getByText('Editor')).toBeVisible()
    expect(row('Nia Example').getByText(/Last sign-in/)).toHaveTextContent('Nov 20, 2026, 10:04 AM')
    expect(row('Kai').getByText('Disabled')).toBeVisible()
    expect(row('Kai').getByText(/Never signed in/)).toBeVisible()
    expect(row('Kai').queryByRole('button', { name: /Reset/ })).not.toBeInTheDocument()
    expect(row(staff.name).getByText('You')).toBeVisible()
    expect(row(staff.name).queryByRole('button')).not.toBeInTheDocument()
  })

  test('loading, then a failure with its request that can be tried again', async () => {
    server.use(signedIn)
    stored()
    server.use(stalling('/api/admin/staff'))
    const { unmount } = renderAdmin('/settings')
    expect((await screen.findAllByRole('status', { name: 'Loading' })).length).toBeGreaterThan(0)
    unmount()

    server.use(failing('/api/admin/staff', 500, 'req-5'))
    renderAdmin('/settings')
    expect(await screen.findByText('req-5')).toBeVisible()
    stored()
    await press('Retry')
    expect(await screen.findByRole('list', { name: 'Accounts' })).toBeVisible()
  })
})

describe('roles', () => {
  const change = async () => {
    await press('Change role of Nia Example')
    const form = await dialog('Role of Nia Example')
    await userEvent.selectOptions(form.getByLabelText(/^Role/), 'Viewer')
    expect(form.getByText(/changes nothing/)).toBeVisible()
    await userEvent.click(form.getByRole('button', { name: 'Save' }))
  }

  test('"Role updated successfully", and the list and the log are read again', async () => {
    await open()
    server.use(getSetStaffRoleMockHandler(account({ role: 'viewer' })))
    stored({ accounts: [self, account({ role: 'viewer' })] })
    await change()
    await waitFor(() => expect(toast()).toHaveTextContent('SuccessRole updated successfully'))
    await waitFor(() => expect(row('Nia Example').getByText('Viewer')).toBeVisible())
    expect(asked.filter((path) => path === '/api/admin/settings-audit')).toHaveLength(2)
  })

  test('"Failed to update role" with the reason; the choice stays', async () => {
    await open()
    server.use(refusing('put', '/api/admin/staff/:id/role', 409, undefined, 'This is the last enabled owner.'))
    await change()
    await waitFor(() => expect(toast()).toHaveTextContent('ErrorFailed to update roleThis is the last enabled owner.'))
    expect((await dialog('Role of Nia Example')).getByLabelText(/^Role/)).toHaveValue('viewer')
  })

  test('a choice is not thrown away without a question', async () => {
    await open()
    await press('Change role of Nia Example')
    const form = await dialog('Role of Nia Example')
    await userEvent.selectOptions(form.getByLabelText(/^Role/), 'Viewer')
    await userEvent.click(form.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText('What you typed has not been saved.')).toBeVisible()
  })
})

describe('disabling and enabling', () => {
  test('"Account disabled successfully", after a question that names the person', async () => {
    await open()
    server.use(getSetStaffEnabledMockHandler(account({ isEnabled: false })))
    await press('Disable Nia Example')
    expect((await dialog('Disable account')).getByText(/nia@example.com/)).toHaveTextContent('Nia Example')
    stored({ accounts: [self, account({ isEnabled: false })] })
    await answer('Disable account', 'Disable')
    await waitFor(() => expect(toast()).toHaveTextContent('SuccessAccount disabled successfully'))
    expect(await screen.findByRole('button', { name: 'Enable Nia Example' })).toBeVisible()
  })

  test('"Failed to disable account" with the reason', async () => {
    await open()
    server.use(refusing('put', '/api/admin/staff/:id/enabled', 409, undefined, 'Ask another owner.'))
    await press('Disable Nia Example')
    await answer('Disable account', 'Disable')
    await waitFor(() => expect(toast()).toHaveTextContent('ErrorFailed to disable accountAsk another owner.'))
    expect(screen.getByRole('button', { name: 'Disable Nia Example' })).toBeVisible()
  })

  test('"Account enabled successfully" and "Failed to enable account"', async () => {
    await open({ accounts: [self, account({ isEnabled: false })] })
    server.use(refusing('put', '/api/admin/staff/:id/enabled', 500))
    await press('Enable Nia Example')
    await answer('Enable account', 'Enable')
    await waitFor(() => expect(toast()).toHaveTextContent('ErrorFailed to enable account'))
    server.use(getSetStaffEnabledMockHandler(account()))
    stored()
    await press('Enable Nia Example')
    await answer('Enable account', 'Enable')
    await waitFor(() => expect(toast()).toHaveTextContent('SuccessAccount enabled successfully'))
  })
})

describe('the password link', () => {
  test('"Password link created successfully": shown once, copied, and gone', async () => {
    const user = userEvent.setup()
    await open()
    server.use(getCreatePasswordResetMockHandler(link))
    await press('Reset password of Nia Example')
    await answer('Reset password', 'Create link')
    await waitFor(() => expect(toast()).toHaveTextContent('SuccessPassword link created successfully'))
    const shown = await dialog('Password link')
    expect(shown.getByLabelText('One-time link')).toHaveValue(address)
    expect(shown.getByText('It is shown only now. We keep no copy.')).toBeVisible()
    await user.click(shown.getByRole('button', { name: 'Copy link' }))
    expect(await shown.findByRole('button', { name: 'Copied' })).toBeVisible()
    expect(await navigator.clipboard.readText()).toBe(address)
    await user.click(shown.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(screen.queryByLabelText('One-time link')).not.toBeInTheDocument())
    expect(window.location.href).not.toContain('link=')
  })

  test('who closes without copying is asked', async () => {
    await open()
    server.use(getCreatePasswordResetMockHandler(link))
    await press('Reset password of Nia Example')
    await answer('Reset password', 'Create link')
    const shown = await dialog('Password link')
    await userEvent.click(shown.getByRole('button', { name: 'Done' }))
    await answer('Close without copying?', 'Go back')
    expect(shown.getByLabelText('One-time link')).toHaveValue(address)
    await userEvent.click(shown.getByRole('button', { name: 'Done' }))
    await answer('Close without copying?', 'Close')
    await waitFor(() => expect(screen.queryByLabelText('One-time link')).not.toBeInTheDocument())
  })

  test('"Failed to create password link"', async () => {
    await open()
    server.use(
      refusing('post', '/api/admin/staff/:id/password-reset', 409, undefined, 'There is no password to reset.'),
    )
    await press('Reset password of Nia Example')
    await answer('Reset password', 'Create link')
    await waitFor(() =>
      expect(toast()).toHaveTextContent('ErrorFailed to create password linkThere is no password to reset.'),
    )
  })
})

describe('inviting', () => {
  const fill = async () => {
    await press('Invite')
    const form = await dialog('Invite to the admin')
    await userEvent.type(form.getByLabelText(/^Name/), 'Omar Example')
    await userEvent.type(form.getByLabelText(/^Email/), 'omar@example.com')
    await userEvent.selectOptions(form.getByLabelText(/^Role/), 'Editor')
    return form
  }

  test('name and a valid email are required', async () => {
    await open()
    await press('Invite')
    const form = await dialog('Invite to the admin')
    await press('Create link')
    expect(form.getByText('Name is required')).toBeVisible()
    expect(form.getByText('Email is required')).toBeVisible()
    await userEvent.type(form.getByLabelText(/^Email/), 'omar')
    await press('Create link')
    expect(form.getByText('Please enter a valid email')).toBeVisible()
  })

  test('"Invitation created successfully", with the link, and the person among the invitations', async () => {
    await open()
    expect(await screen.findByText('No open invitations')).toBeVisible()
    server.use(getInviteStaffMockHandler(link))
    await fill()
    stored({ invitations: [invitation()] })
    await press('Create link')
    await waitFor(() => expect(toast()).toHaveTextContent('SuccessInvitation created successfully'))
    expect((await dialog('Invitation link')).getByLabelText('One-time link')).toHaveValue(address)
    expect(await screen.findByRole('listitem', { name: 'Omar Example', hidden: true })).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Invite to the admin' })).not.toBeInTheDocument())
  })

  test('"Failed to create invitation": the server’s word on the field, what was typed stays', async () => {
    await open()
    server.use(
      refusing('post', '/api/admin/staff-invitations', 409, [
        { in: 'body', pointer: '/email', detail: 'has an account already' },
      ]),
    )
    const form = await fill()
    await press('Create link')
    await waitFor(() => expect(toast()).toHaveTextContent('ErrorFailed to create invitation'))
    expect(form.getByText('Has an account already')).toBeVisible()
    expect(form.getByLabelText(/^Name/)).toHaveValue('Omar Example')
  })
})

describe('the invitations', () => {
  test('an expired one is marked, renewed with "Invitation link created successfully"', async () => {
    await open({ invitations: [invitation({ isExpired: true })] })
    const omar = within(await screen.findByRole('listitem', { name: 'Omar Example' }))
    expect(omar.getByText('Expired')).toBeVisible()
    server.use(getRenewStaffInvitationMockHandler(link))
    await press('New link for Omar Example')
    await answer('New invitation link', 'Create link')
    await waitFor(() => expect(toast()).toHaveTextContent('SuccessInvitation link created successfully'))
    expect((await dialog('Invitation link')).getByLabelText('One-time link')).toHaveValue(address)
  })

  test('"Failed to create invitation link"', async () => {
    await open({ invitations: [invitation()] })
    server.use(refusing('post', '/api/admin/staff-invitations/:id/renew', 404))
    await press('New link for Omar Example')
    await answer('New invitation link', 'Create link')
    await waitFor(() => expect(toast()).toHaveTextContent('ErrorFailed to create invitation link'))
  })

  test('"Invitation revoked successfully" and "Failed to revoke invitation"', async () => {
    await open({ invitations: [invitation()] })
    server.use(refusing('delete', '/api/admin/staff-invitations/:id', 500))
    await press('Revoke invitation of Omar Example')
    await answer('Revoke invitation', 'Revoke')
    await waitFor(() => expect(toast()).toHaveTextContent('ErrorFailed to revoke invitation'))
    server.use(getRevokeStaffInvitationMockHandler())
    stored()
    await press('Revoke invitation of Omar Example')
    await answer('Revoke invitation', 'Revoke')
    await waitFor(() => expect(toast()).toHaveTextContent('SuccessInvitation revoked successfully'))
    expect(await screen.findByText('No open invitations')).toBeVisible()
  })

  test('a failure can be tried again', async () => {
    server.use(signedIn)
    stored({ invitations: [invitation()] })
    server.use(failing('/api/admin/staff-invitations', 503, 'req-7'))
    renderAdmin('/settings')
    expect(await screen.findByText('req-7')).toBeVisible()
    stored({ invitations: [invitation()] })
    await press('Retry')
    expect(await screen.findByRole('listitem', { name: 'Omar Example' })).toBeVisible()
  })
})

describe('the changes', () => {
  test('who did what to whom; an unknown action as it is', async () => {
    server.use(signedIn)
    stored()
    server.use(
      getListSettingsAuditMockHandler([
        settingsEntry(),
        settingsEntry({ id: 'b', action: 'crm_pause', person: undefined, changes: [] }),
        settingsEntry({ id: 'c', action: 'merged', actor: 'Command line', changes: [] }),
      ]),
    )
    renderAdmin('/settings')
    const entries = within(await screen.findByRole('list', { name: 'Changes' })).getAllByRole('listitem')
    expect(entries.map((entry) => entry.textContent)).toEqual([
      'Changed the role of Nia Example: Viewer → EditorRosa Example · Nov 20, 2026, 10:04 AM',
      'Paused the CRM sync Rosa Example · Nov 20, 2026, 10:04 AM',
      'merged Nia ExampleCommand line · Nov 20, 2026, 10:04 AM',
    ])
  })

  test('none yet says so; a failure can be tried again', async () => {
    server.use(signedIn)
    stored()
    server.use(failing('/api/admin/settings-audit', 500, 'req-9'))
    renderAdmin('/settings')
    expect(await screen.findByText('req-9')).toBeVisible()
    server.use(getListSettingsAuditMockHandler([]))
    await press('Retry')
    expect(await screen.findByText('No changes yet')).toBeVisible()
  })
})

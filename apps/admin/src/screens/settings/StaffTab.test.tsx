import {
  getCreatePasswordResetMockHandler,
  getCreateStaffInvitationMockHandler,
  getDeleteStaffInvitationMockHandler,
  getListChangesMockHandler,
  getRenewStaffInvitationMockHandler,
  getUpdateStaffEnabledMockHandler,
  getUpdateStaffRoleMockHandler,
} from '@app/api-client/mocks'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { failing, refusing, renderAdmin, signedIn, signedInAsEditor, staff, useAdmin } from '../../../test/admin.tsx'
import { account, change, invitation } from '../../../test/records.ts'
import { link, linkAddress, openSettings, self, stored } from '../../../test/settings.tsx'
import { answer, areClosed, dialog, fill, press, says } from '../../../test/user-actions.ts'

const { server, requested } = useAdmin()

const row = (name: string) => within(screen.getByRole('listitem', { name }))

/** Copies the one-time link and closes its dialog. */
async function takeLink(title: string) {
  const shown = await dialog(title)
  expect(shown.getByLabelText('One-time link')).toHaveValue(linkAddress)
  await userEvent.click(shown.getByRole('button', { name: 'Copy link' }))
  await userEvent.click(shown.getByRole('button', { name: 'Done' }))
  await areClosed()
}

describe('access', () => {
  test('owners have every tab and see all accounts, with no buttons for their own', async () => {
    await openSettings(server, {
      accounts: [self, account(), account({ id: 'b', name: 'Kai', isEnabled: false, lastSignInAt: null })],
    })
    expect(screen.getByRole('link', { name: 'Settings' })).toHaveAttribute('href', '/admin/settings')
    expect(document.title).toMatch(/^Settings/)
    const tabs = screen.getAllByRole('tab').map((tab) => tab.textContent)
    expect(tabs).toEqual(['Staff', 'CRM', 'Messages', 'Sign-ins', 'Access'])
    expect(row('Nia Example').getByText('nia@example.com')).toBeVisible()
    expect(row('Nia Example').getByText('Editor')).toBeVisible()
    expect(row('Nia Example').getByText(/Last sign-in/)).toHaveTextContent('Nov 20, 2025, 10:04 AM')
    expect(row('Kai').getByText('Disabled')).toBeVisible()
    expect(row('Kai').getByText(/Never signed in/)).toBeVisible()
    expect(row('Kai').queryByRole('button', { name: /Reset/ })).not.toBeInTheDocument()
    expect(row(staff.name).getByText('You')).toBeVisible()
    expect(row(staff.name).queryByRole('button')).not.toBeInTheDocument()
  })

  test('editors see why they have no access, without a call to the API', async () => {
    server.use(signedInAsEditor)
    renderAdmin('/settings')
    expect(await screen.findByText('Only owners can open the settings')).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Settings' })).not.toBeInTheDocument()
    // The navigation counts pending requests and unread notifications on every screen.
    const counts = ['/api/admin/print-samples/counts', '/api/admin/inbox/unread']
    expect(requested.filter((path) => !counts.includes(path))).toEqual(['/api/auth/user'])
  })
})

describe('an account', () => {
  test('changes its role, and reloads the list and the log', async () => {
    await openSettings(server)
    await press('Change role of Nia Example')
    const form = await dialog('Role for Nia Example')
    await userEvent.selectOptions(form.getByLabelText(/^Role/), 'Viewer')
    expect(form.getByText(/Read-only access/)).toBeVisible()
    await userEvent.click(form.getByRole('button', { name: 'Cancel' }))
    await answer('Discard changes?', 'Keep editing')
    server.use(refusing('put', '/api/admin/staff/:id/role', 409, undefined, 'This is the last enabled owner.'))
    await userEvent.click(form.getByRole('button', { name: 'Save' }))
    await says('ErrorFailed to update roleThis is the last enabled owner.')
    expect(form.getByLabelText(/^Role/)).toHaveValue('viewer')

    server.use(getUpdateStaffRoleMockHandler(account({ role: 'viewer' })))
    stored(server, { accounts: [self, account({ role: 'viewer' })] })
    const calls = requested.length
    await userEvent.click(form.getByRole('button', { name: 'Save' }))
    await says('SuccessRole updated successfully')
    await waitFor(() => expect(row('Nia Example').getByText('Viewer')).toBeVisible())
    expect(requested.slice(calls)).toContain('/api/admin/changes')
  })

  test('is disabled after a confirmation that names the person, and can be enabled again', async () => {
    await openSettings(server)
    server.use(refusing('put', '/api/admin/staff/:id/enabled', 409, undefined, 'Ask another owner.'))
    await press('Disable Nia Example')
    expect((await dialog('Disable account')).getByText(/nia@example.com/)).toHaveTextContent('Nia Example')
    await answer('Disable account', 'Disable')
    await says('ErrorFailed to disable accountAsk another owner.')
    server.use(getUpdateStaffEnabledMockHandler(account({ isEnabled: false })))
    await press('Disable Nia Example')
    stored(server, { accounts: [self, account({ isEnabled: false })] })
    await answer('Disable account', 'Disable')
    await says('SuccessAccount disabled successfully')

    server.use(refusing('put', '/api/admin/staff/:id/enabled', 500))
    await press('Enable Nia Example')
    await answer('Enable account', 'Enable')
    await says('ErrorFailed to enable account')
    server.use(getUpdateStaffEnabledMockHandler(account()))
    stored(server)
    await press('Enable Nia Example')
    await answer('Enable account', 'Enable')
    await says('SuccessAccount enabled successfully')
  })

  test('gets a password link, which is shown once, copied, and then gone', async () => {
    const user = userEvent.setup()
    await openSettings(server)
    server.use(refusing('post', '/api/admin/staff/:id/password-reset', 409, undefined, 'No password to reset.'))
    await press('Reset password for Nia Example')
    await answer('Reset password', 'Create link')
    await says('ErrorFailed to create password linkNo password to reset.')

    server.use(getCreatePasswordResetMockHandler(link))
    await press('Reset password for Nia Example')
    await answer('Reset password', 'Create link')
    await says('SuccessPassword link created successfully')
    const shown = await dialog('Password link')
    expect(shown.getByText('It is shown only once. We keep no copy.')).toBeVisible()
    await user.click(shown.getByRole('button', { name: 'Done' }))
    await answer('Close without copying?', 'Go back')
    expect(shown.getByLabelText('One-time link')).toHaveValue(linkAddress)
    const blocked = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new DOMException('blocked'))
    await user.click(shown.getByRole('button', { name: 'Copy link' }))
    expect(await shown.findByRole('button', { name: 'Not allowed' })).toBeVisible()
    blocked.mockRestore()
    await user.click(shown.getByRole('button', { name: 'Done' }))
    await answer('Close without copying?', 'Go back')
    await user.click(shown.getByRole('button', { name: 'Copy link' }))
    expect(await shown.findByRole('button', { name: 'Copied' })).toBeVisible()
    expect(await navigator.clipboard.readText()).toBe(linkAddress)
    await user.click(shown.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(screen.queryByLabelText('One-time link')).not.toBeInTheDocument())
    expect(window.location.href).not.toContain('link=')
  })
})

describe('invitations', () => {
  test('show errors at their fields, then the link, or send it by email if an email server is set up', async () => {
    await openSettings(server)
    expect(await screen.findByText('No open invitations')).toBeVisible()
    await press('Invite')
    const form = await dialog('Invite to the staff app')
    await press('Create invitation')
    expect(form.getByText('Name is required')).toBeVisible()
    expect(form.getByText('Email is required')).toBeVisible()
    await waitFor(() => expect(form.getByLabelText(/^Name/)).toHaveFocus())
    fill(form.getByLabelText(/^Name/), 'Omar Example')
    fill(form.getByLabelText(/^Email/), 'omar')
    await userEvent.selectOptions(form.getByLabelText(/^Role/), 'Editor')
    await press('Create invitation')
    expect(form.getByText('Please enter a valid email')).toBeVisible()
    fill(form.getByLabelText(/^Email/), 'omar@example.com')
    const errors = [{ in: 'body' as const, pointer: '/email', detail: 'already has an account' }]
    server.use(refusing('post', '/api/admin/staff-invitations', 409, errors))
    await press('Create invitation')
    await says('ErrorFailed to create invitation')
    expect(form.getByText('Already has an account')).toBeVisible()
    expect(form.getByLabelText(/^Name/)).toHaveValue('Omar Example')

    server.use(getCreateStaffInvitationMockHandler(link))
    stored(server, { invitations: [invitation()] })
    await press('Create invitation')
    await says('SuccessInvitation created successfully')
    await takeLink('Invitation link')
    expect(await screen.findByRole('listitem', { name: 'Omar Example' })).toBeVisible()

    server.use(getCreateStaffInvitationMockHandler({ expiresAt: link.expiresAt }))
    await press('Invite')
    const again = await dialog('Invite to the staff app')
    fill(again.getByLabelText(/^Name/), 'Kai Example')
    fill(again.getByLabelText(/^Email/), 'kai@example.com')
    await press('Create invitation')
    await says('SuccessInvitation sent to kai@example.com')
    await areClosed()
  })

  test('can be renewed when expired, can be revoked, and disappear when used elsewhere', async () => {
    const kai = invitation({ id: 'kai', name: 'Kai Example' })
    await openSettings(server, { invitations: [invitation({ isExpired: true }), kai] })
    await screen.findByRole('list', { name: 'Invitations' })
    expect(row('Omar Example').getByText('Expired')).toBeVisible()
    server.use(refusing('post', '/api/admin/staff-invitations/:id/renew', 500))
    await press('New link for Omar Example')
    await answer('New invitation link', 'Create link')
    await says('ErrorFailed to create invitation link')
    server.use(getRenewStaffInvitationMockHandler(link))
    await press('New link for Omar Example')
    await answer('New invitation link', 'Create link')
    await says('SuccessInvitation link created successfully')
    await takeLink('Invitation link')

    const revoke = async (name: string) => {
      await press(`Revoke invitation of ${name}`)
      await answer('Revoke invitation', 'Revoke')
    }
    server.use(refusing('delete', '/api/admin/staff-invitations/:id', 500))
    await revoke('Omar Example')
    await says('ErrorFailed to revoke invitation')
    server.use(getDeleteStaffInvitationMockHandler())
    stored(server, { invitations: [kai] })
    await revoke('Omar Example')
    await says('SuccessInvitation revoked successfully')
    await waitFor(() => expect(screen.queryByText('Omar Example')).not.toBeInTheDocument())
    server.use(refusing('delete', '/api/admin/staff-invitations/:id', 404))
    stored(server)
    await revoke('Kai Example')
    await says('The invitation no longer existsIt was used or revoked in the meantime.')
    expect(await screen.findByText('No open invitations')).toBeVisible()
  })
})

test('retries each part that fails to load, and shows the person, action, and account of each change', async () => {
  server.use(signedIn)
  const parts = { staff: 'req-5', 'staff-invitations': 'req-7', changes: 'req-9' }
  for (const [part, id] of Object.entries(parts)) server.use(failing(`/api/admin/${part}`, 500, id))
  renderAdmin('/settings')
  for (const id of Object.values(parts)) expect(await screen.findByText(id)).toBeVisible()
  stored(server)
  const size = { field: 'size', before: null, after: '4.25x6' }
  const cutoff = { field: 'cutoffAt', before: null, after: '2025-11-20T15:00:00.000Z' }
  const mailed = { field: 'mailedOn', before: null, after: '2025-11-20' }
  server.use(
    getListChangesMockHandler([
      change(),
      change({ id: 'b', recordType: 'crm_connection', action: 'crm_pause', recordName: undefined, changes: [] }),
      change({ id: 'c', action: 'merged', actor: 'Command line', changes: [] }),
      change({
        id: 'd',
        recordType: 'print_run',
        recordName: 'Run 1',
        action: 'create',
        changes: [size, cutoff, mailed],
      }),
    ]),
  )
  for (const retry of screen.getAllByRole('button', { name: 'Retry' })) await userEvent.click(retry)
  expect(await screen.findByRole('list', { name: 'Accounts' })).toBeVisible()
  expect(await screen.findByText('No open invitations')).toBeVisible()
  const entries = within(await screen.findByRole('list', { name: 'Changes' })).getAllByRole('listitem')
  expect(entries.map((entry) => entry.textContent)).toEqual([
    'Changed the role of Nia ExampleViewer → EditorRosa Example · Nov 20, 2025, 10:04 AM',
    'Paused the CRM sync Rosa Example · Nov 20, 2025, 10:04 AM',
    'merged Nia ExampleCommand line · Nov 20, 2025, 10:04 AM',
    'Created the print run Run 1Size: 4.25 × 6 postcardCutoff: Nov 20, 2025, 10:00 AMMailed on: Nov 20, 2025Rosa Example · Nov 20, 2025, 10:04 AM',
  ])
})

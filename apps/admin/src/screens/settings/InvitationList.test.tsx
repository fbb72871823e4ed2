import {
  getCreateStaffInvitationMockHandler,
  getListChangesMockHandler,
  getRenewStaffInvitationMockHandler,
  getListStaffInvitationsMockHandler,
  getDeleteStaffInvitationMockHandler,
} from '@app/api-client/mocks'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { failing, refusing, renderAdmin, signedIn, useAdmin } from '../../../test/admin.tsx'
import { change, invitation } from '../../../test/records.ts'
import { answer, dialog, link, linkAddress, openSettings, press, stored, toast } from '../../../test/settings.tsx'

const { server } = useAdmin()

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
    await openSettings(server)
    await press('Invite')
    const form = await dialog('Invite to the admin')
    await press('Create invitation')
    expect(await form.findByText('Name is required')).toBeVisible()
    expect(form.getByText('Email is required')).toBeVisible()
    // Waits a frame, because earlier input would go to the focused field.
    await waitFor(() => expect(form.getByLabelText(/^Name/)).toHaveFocus())
    await userEvent.type(form.getByLabelText(/^Email/), 'omar')
    await press('Create invitation')
    expect(form.getByText('Please enter a valid email')).toBeVisible()
  })

  test('"Invitation created successfully", with the link, and the person among the invitations', async () => {
    await openSettings(server)
    expect(await screen.findByText('No open invitations')).toBeVisible()
    server.use(getCreateStaffInvitationMockHandler(link))
    await fill()
    stored(server, { invitations: [invitation()] })
    await press('Create invitation')
    await waitFor(() => expect(toast()).toHaveTextContent('SuccessInvitation created successfully'))
    expect((await dialog('Invitation link')).getByLabelText('One-time link')).toHaveValue(linkAddress)
    expect(await screen.findByRole('listitem', { name: 'Omar Example', hidden: true })).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Invite to the admin' })).not.toBeInTheDocument())
  })

  test('where an email server is set up, the link is sent and not shown', async () => {
    await openSettings(server)
    server.use(getCreateStaffInvitationMockHandler({ expiresAt: link.expiresAt }))
    await fill()
    stored(server, { invitations: [invitation()] })
    await press('Create invitation')
    await waitFor(() => expect(toast()).toHaveTextContent('SuccessInvitation sent to omar@example.com'))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  test('"Failed to create invitation": the server’s reason is at its field, and what was typed stays', async () => {
    await openSettings(server)
    server.use(
      refusing('post', '/api/admin/staff-invitations', 409, [
        { in: 'body', pointer: '/email', detail: 'already has an account' },
      ]),
    )
    const form = await fill()
    await press('Create invitation')
    await waitFor(() => expect(toast()).toHaveTextContent('ErrorFailed to create invitation'))
    expect(form.getByText('Already has an account')).toBeVisible()
    expect(form.getByLabelText(/^Name/)).toHaveValue('Omar Example')
  })
})

describe('the invitations', () => {
  test('an expired invitation is marked, and renewed with "Invitation link created successfully"', async () => {
    await openSettings(server, { invitations: [invitation({ isExpired: true })] })
    const omar = within(await screen.findByRole('listitem', { name: 'Omar Example' }))
    expect(omar.getByText('Expired')).toBeVisible()
    server.use(getRenewStaffInvitationMockHandler(link))
    await press('New link for Omar Example')
    await answer('New invitation link', 'Create link')
    await waitFor(() => expect(toast()).toHaveTextContent('SuccessInvitation link created successfully'))
    expect((await dialog('Invitation link')).getByLabelText('One-time link')).toHaveValue(linkAddress)
  })

  test('"Failed to create invitation link"', async () => {
    await openSettings(server, { invitations: [invitation()] })
    server.use(refusing('post', '/api/admin/staff-invitations/:id/renew', 500))
    await press('New link for Omar Example')
    await answer('New invitation link', 'Create link')
    await waitFor(() => expect(toast()).toHaveTextContent('ErrorFailed to create invitation link'))
  })

  test('an invitation that was used or revoked elsewhere disappears, and the list reloads', async () => {
    await openSettings(server, { invitations: [invitation()] })
    server.use(refusing('delete', '/api/admin/staff-invitations/:id', 404), getListStaffInvitationsMockHandler([]))
    await press('Revoke invitation of Omar Example')
    await answer('Revoke invitation', 'Revoke')
    await waitFor(() =>
      expect(toast()).toHaveTextContent('The invitation no longer existsIt was used or revoked in the meantime.'),
    )
    expect(await screen.findByText('No open invitations')).toBeVisible()
  })

  test('"Invitation revoked successfully" and "Failed to revoke invitation"', async () => {
    await openSettings(server, { invitations: [invitation()] })
    server.use(refusing('delete', '/api/admin/staff-invitations/:id', 500))
    await press('Revoke invitation of Omar Example')
    await answer('Revoke invitation', 'Revoke')
    await waitFor(() => expect(toast()).toHaveTextContent('ErrorFailed to revoke invitation'))
    server.use(getDeleteStaffInvitationMockHandler())
    stored(server)
    await press('Revoke invitation of Omar Example')
    await answer('Revoke invitation', 'Revoke')
    await waitFor(() => expect(toast()).toHaveTextContent('SuccessInvitation revoked successfully'))
    expect(await screen.findByText('No open invitations')).toBeVisible()
  })

  test('a failure can be retried', async () => {
    server.use(signedIn)
    stored(server, { invitations: [invitation()] })
    server.use(failing('/api/admin/staff-invitations', 503, 'req-7'))
    renderAdmin('/settings')
    expect(await screen.findByText('req-7')).toBeVisible()
    stored(server, { invitations: [invitation()] })
    await press('Retry')
    expect(await screen.findByRole('listitem', { name: 'Omar Example' })).toBeVisible()
  })
})

describe('the changes', () => {
  test('shows person, action, and account, and unknown actions as is', async () => {
    server.use(signedIn)
    stored(server)
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
          changes: [
            { field: 'size', before: null, after: '4.25x6' },
            { field: 'cutoffAt', before: null, after: '2025-11-20T15:00:00.000Z' },
            { field: 'mailedOn', before: null, after: '2025-11-20' },
          ],
        }),
      ]),
    )
    renderAdmin('/settings')
    const entries = within(await screen.findByRole('list', { name: 'Changes' })).getAllByRole('listitem')
    expect(entries.map((entry) => entry.textContent)).toEqual([
      'Changed the role of Nia ExampleViewer → EditorRosa Example · Nov 20, 2025, 10:04 AM',
      'Paused the CRM sync Rosa Example · Nov 20, 2025, 10:04 AM',
      'merged Nia ExampleCommand line · Nov 20, 2025, 10:04 AM',
      'Created the print run Run 1Size: 4.25 × 6 postcardCutoff: Nov 20, 2025, 10:00 AMMailed on: Nov 20, 2025Rosa Example · Nov 20, 2025, 10:04 AM',
    ])
  })

  test('shows an empty state; a failure can be retried', async () => {
    server.use(signedIn)
    stored(server)
    server.use(failing('/api/admin/changes', 500, 'req-9'))
    renderAdmin('/settings')
    expect(await screen.findByText('req-9')).toBeVisible()
    server.use(getListChangesMockHandler([]))
    await press('Retry')
    expect(await screen.findByText('No changes yet')).toBeVisible()
  })
})

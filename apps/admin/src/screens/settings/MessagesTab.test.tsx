import type { Message, MessageTarget } from '@app/api-client'
import {
  getCreateMessageTargetMockHandler,
  getGetLeadRoutingSettingsMockHandler,
  getListLeadOwnersMockHandler,
  getListMessagesMockHandler,
  getListMessageTargetsMockHandler,
  getResendMessageMockHandler,
  getSendTestMessageMockHandler,
} from '@app/api-client/mocks'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { describe, expect, test } from 'vitest'
import { renderAdmin, signedIn, useAdmin } from '../../../test/admin.tsx'
import { changed, watchUndo } from '../../../test/changes.ts'
import { press } from '../../../test/settings.tsx'

const { server } = useAdmin()

const settings = { confirmsVisitors: false, mailsRequesters: true, assigneeIds: [], canMail: true, version: 3 }
const target: MessageTarget = {
  id: 'target-1',
  name: 'Sales',
  kind: 'webhook',
  url: 'https://hooks.example.com/leads',
  isActive: true,
  version: 1,
}
const message = (changes: Partial<Message> = {}): Message => ({
  id: 'message-1',
  createdAt: '2026-11-20T15:04:05.123Z',
  channel: 'webhook',
  kind: 'lead',
  recipient: 'Sales',
  subject: 'New lead: Dana Example',
  status: 'failed',
  attempts: 3,
  error: 'The target returned 500.',
  ...changes,
})

const open = async (targets: MessageTarget[] = [target], messages: Message[] = [message()]) => {
  server.use(
    signedIn,
    getGetLeadRoutingSettingsMockHandler(settings),
    getListLeadOwnersMockHandler([{ id: 'staff-2', name: 'Sam Example', isEnabled: true }]),
    getListMessageTargetsMockHandler(targets),
    getListMessagesMockHandler(messages),
  )
  renderAdmin('/settings?tab=messages')
  await screen.findByLabelText(/^Send visitors a confirmation by email/)
}

describe('when a lead arrives', () => {
  test('a choice is saved with the version that was read, and can be undone', async () => {
    const sent: unknown[] = []
    await open()
    server.use(
      http.put('*/api/admin/lead-routing-settings', async ({ request }) => {
        sent.push([await request.clone().json(), request.headers.get('if-match')])
        return changed({ ...settings, version: 4 })
      }),
    )
    const undone = watchUndo(server)
    const samples = within(screen.getByRole('region', { name: 'When samples are sent' }))
    expect(samples.getByLabelText(/^Email requesters when their samples are sent/)).toBeChecked()
    await userEvent.click(screen.getByLabelText(/^Send visitors a confirmation by email/))
    await press('Undo')
    await waitFor(() => expect(undone).toEqual(['group-1']))
    expect(sent).toEqual([[{ confirmsVisitors: true, mailsRequesters: true, assigneeIds: [] }, '"3"']])
  })
})

describe('targets', () => {
  test('a new webhook shows its secret once', async () => {
    await open([])
    server.use(getCreateMessageTargetMockHandler({ ...target, secret: 'whsec_c2VjcmV0' }))
    await screen.findByText('No targets yet')
    await press('Add target')
    const dialog = within(await screen.findByRole('dialog', { name: 'Add target' }))
    await userEvent.type(dialog.getByLabelText(/^Name/), 'Sales')
    await userEvent.selectOptions(dialog.getByLabelText('Kind'), 'Signed webhook')
    await userEvent.type(dialog.getByLabelText(/^URL/), 'not an address')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('Enter a URL that starts with https://')).toBeVisible()
    await userEvent.clear(dialog.getByLabelText(/^URL/))
    await userEvent.type(dialog.getByLabelText(/^URL/), target.url)
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByLabelText('Secret')).toHaveValue('whsec_c2VjcmV0')
  })

  test('a test goes to the chosen target', async () => {
    const sent: unknown[] = []
    await open()
    server.use(
      getSendTestMessageMockHandler(async ({ request }) => {
        sent.push(await request.clone().json())
        return message({ kind: 'test', status: 'waiting' })
      }),
    )
    await press('Send a test to Sales')
    await waitFor(() => expect(sent).toEqual([{ targetId: 'target-1' }]))
  })
})

describe('messages', () => {
  test('show why they failed, and can be resent', async () => {
    const { error: _error, ...sent } = message({ id: 'message-2', channel: 'mail', status: 'sent', subject: 'Mail' })
    await open([target], [message(), sent])
    expect(await screen.findByText(/The target returned 500\. 3 attempts so far\./)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Resend: Mail, to Sales' })).toBeNull()
    server.use(getResendMessageMockHandler({ requeued: 1 }))
    await press('Resend: New lead: Dana Example, to Sales')
    expect(await screen.findByText('The message will be resent')).toBeVisible()
  })
})

import type { Message, MessageTarget } from '@app/api-client'
import {
  getCreateMessageTargetMockHandler,
  getDeleteMessageTargetMockHandler,
  getGetLeadRoutingSettingsMockHandler,
  getListLeadOwnersMockHandler,
  getListMessagesMockHandler,
  getListMessageTargetsMockHandler,
  getResendFailedMessagesMockHandler,
  getResendMessageMockHandler,
  getRotateMessageTargetSecretMockHandler,
  getSendTestMessageMockHandler,
} from '@app/api-client/mocks'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { renderAdmin, signedIn, useAdmin } from '../../../test/admin.tsx'
import { changed, watchUndo } from '../../../test/changes.ts'
import { answer, dialog, fill, press, says } from '../../../test/user-actions.ts'

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
const message: Message = {
  id: 'message-1',
  createdAt: '2026-11-20T15:04:05.123Z',
  channel: 'webhook',
  kind: 'lead',
  recipient: 'Sales',
  subject: 'New lead: Dana Example',
  status: 'failed',
  attempts: 3,
  error: 'The target returned 500.',
}
const { error: _error, ...sentMessage } = {
  ...message,
  id: 'message-2',
  channel: 'mail' as const,
  status: 'sent' as const,
  subject: 'Mail',
}

test('saves routing with the version that was read, resends messages, and adds and tests a webhook', async () => {
  const sent: unknown[] = []
  const note = async (request: Request) => sent.push([await request.clone().json(), request.headers.get('if-match')])
  const undone = watchUndo(server)
  server.use(
    signedIn,
    getGetLeadRoutingSettingsMockHandler(settings),
    getListLeadOwnersMockHandler([{ id: 'staff-2', name: 'Sam Example', isEnabled: true }]),
    getListMessageTargetsMockHandler([]),
    getListMessagesMockHandler([message, sentMessage]),
    getResendMessageMockHandler({ requeued: 1 }),
    getCreateMessageTargetMockHandler({ ...target, secret: 'whsec_c2VjcmV0' }),
    http.put('*/api/admin/lead-routing-settings', async ({ request }) => {
      await note(request)
      return changed({ ...settings, version: 4 })
    }),
    getSendTestMessageMockHandler(async ({ request }) => {
      await note(request)
      return { ...sentMessage, kind: 'test', status: 'waiting' }
    }),
  )
  renderAdmin('/settings?tab=messages')
  const confirms = await screen.findByLabelText(/^Send visitors a confirmation by email/)
  expect(screen.getByLabelText(/^Email requesters when their samples are sent/)).toBeChecked()
  await userEvent.click(confirms)
  await press('Undo')
  await waitFor(() => expect(undone).toEqual(['group-1']))
  expect(sent).toEqual([[{ confirmsVisitors: true, mailsRequesters: true, assigneeIds: [] }, '"3"']])

  expect(await screen.findByText(/The target returned 500\. 3 attempts so far\./)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Resend: Mail, to Sales' })).toBeNull()
  await press('Resend: New lead: Dana Example, to Sales')
  expect(await screen.findByText('The message will be resent')).toBeVisible()

  expect(screen.getByText('No targets yet')).toBeVisible()
  await press('Add target')
  const form = await dialog('Add target')
  fill(form.getByLabelText(/^Name/), 'Sales')
  await userEvent.selectOptions(form.getByLabelText('Kind'), 'Signed webhook')
  fill(form.getByLabelText(/^URL/), 'not an address')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('Enter a URL that starts with https://')).toBeVisible()
  fill(form.getByLabelText(/^URL/), target.url)
  server.use(getListMessageTargetsMockHandler([target]))
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await screen.findByLabelText('Secret')).toHaveValue('whsec_c2VjcmV0')
  await press('Copy secret')
  await press('Done')
  await press('Send a test to Sales')
  await waitFor(() => expect(sent.at(-1)).toEqual([{ targetId: 'target-1' }, null]))
})

test('edits a target, rotates its secret, deletes it, and resends all failed messages', async () => {
  const written: unknown[] = []
  const renamed = { ...target, name: 'Depot', version: 2 }
  server.use(
    signedIn,
    getGetLeadRoutingSettingsMockHandler(settings),
    getListLeadOwnersMockHandler([]),
    getListMessageTargetsMockHandler([target]),
    getListMessagesMockHandler([message]),
    getResendFailedMessagesMockHandler({ requeued: 1, remaining: 0 }),
    http.put('*/api/admin/message-targets/:id', async ({ request, params }) => {
      written.push([params['id'], await request.json(), request.headers.get('if-match')])
      server.use(getListMessageTargetsMockHandler([renamed]))
      return HttpResponse.json(renamed)
    }),
    getRotateMessageTargetSecretMockHandler(({ params }) => {
      written.push(['secret', params['id']])
      return { ...renamed, secret: 'whsec_bmV3' }
    }),
    getDeleteMessageTargetMockHandler(({ params }) => {
      written.push(['delete', params['id']])
      server.use(getListMessageTargetsMockHandler([]))
    }),
  )
  renderAdmin('/settings?tab=messages')
  await press('Resend all failed')
  await says('1 message will be resent')

  await press('Edit Sales')
  const form = await dialog('Edit target')
  expect(form.getByLabelText('Kind')).toBeDisabled()
  fill(form.getByLabelText(/^Name/), 'Depot')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await says('Target updated')
  await press('Replace secret for Depot')
  await answer('Replace secret', 'Replace')
  expect(await screen.findByLabelText('Secret')).toHaveValue('whsec_bmV3')
  await press('Done')
  await press('Delete Depot')
  await answer('Delete target', 'Delete')
  expect(await screen.findByText('No targets yet')).toBeVisible()
  await says('Target deleted')
  const { id, name: _name, version: _version, ...kept } = target
  expect(written).toEqual([
    [id, { ...kept, name: 'Depot' }, '"1"'],
    ['secret', id],
    ['delete', id],
  ])
})

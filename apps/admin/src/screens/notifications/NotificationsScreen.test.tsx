import type { LeadRoutingSettings, InboxItem, NotificationRule, ReplyTemplate } from '@app/api-client'
import {
  getCreateNotificationRuleMockHandler,
  getCreateReplyTemplateMockHandler,
  getGetLeadRoutingSettingsMockHandler,
  getListInboxItemsMockHandler,
  getListMessageTargetsMockHandler,
  getListNotificationRulesMockHandler,
  getListReplyTemplatesMockHandler,
  getUpdateInboxItemsMockHandler,
} from '@app/api-client/mocks'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { describe, expect, test } from 'vitest'
import { renderAdmin, signedIn, signedInAsEditor, signedInAsViewer, useAdmin } from '../../../test/admin.tsx'
import { changed, watchUndo } from '../../../test/changes.ts'
import { press } from '../../../test/user-actions.ts'

const { server } = useAdmin()

const item = (changes: Partial<InboxItem> = {}): InboxItem => ({
  id: 'item-1',
  kind: 'lead',
  createdAt: '2026-11-20T15:04:05.123Z',
  title: 'Dana Example, Example Co',
  leadId: 'lead-1',
  isRead: false,
  ...changes,
})
const imported: InboxItem = {
  id: 'item-3',
  kind: 'import',
  createdAt: '2026-11-20T15:04:05.123Z',
  title: 'fair.csv',
  importId: 'import-1',
  by: 'Sam Example',
  isRead: true,
}
const rule = (changes: Partial<NotificationRule> = {}): NotificationRule => ({
  id: 'rule-1',
  event: 'lead',
  condition: 'volume',
  volume: '5000-25000',
  channel: 'mail',
  isForAll: false,
  ...changes,
})
const settings: LeadRoutingSettings = {
  confirmsVisitors: false,
  mailsRequesters: true,
  assigneeIds: [],
  canMail: true,
  version: 1,
}
const template: ReplyTemplate = {
  id: 'template-1',
  name: 'First reply',
  subject: 'Hello',
  body: 'Dear you',
  version: 1,
}

describe('the inbox', () => {
  test('lists events with links, and marks them as read, but does not undo that on a double click', async () => {
    const others = [item({ id: 'item-2', title: 'Nia', kind: 'mention', by: 'Sam Example', isRead: true }), imported]
    const marked: unknown[] = []
    server.use(
      signedIn,
      getListInboxItemsMockHandler([item(), ...others]),
      getUpdateInboxItemsMockHandler(async ({ request }) => {
        marked.push(await request.json())
        const isAll = marked.length === 3
        server.use(getListInboxItemsMockHandler(isAll ? [] : [item({ isRead: marked.length === 1 }), ...others]))
        return { unread: 0 }
      }),
    )
    renderAdmin('/notifications')
    const list = within(await screen.findByRole('list', { name: 'Notifications' }))
    expect(await screen.findByRole('link', { name: /^Inbox 3\s*unread$/ })).toBeVisible()
    expect(list.getAllByRole('link')[0]).toHaveAttribute('href', '/admin/leads?lead=lead-1')
    expect(list.getByText(/Sam Example mentioned you in a note/)).toBeVisible()
    expect(list.getByText('fair.csv')).toHaveAttribute('href', '/admin/leads?importId=import-1')
    expect(list.getByText(/Sam Example imported leads for you/)).toBeVisible()
    await press('Mark as read: Dana Example, Example Co')
    const unread = { name: 'Mark as unread: Dana Example, Example Co' }
    fireEvent.click(await screen.findByRole('button', unread), { detail: 2 })
    await userEvent.click(await screen.findByRole('button', unread))
    await press('Mark all as read')
    await waitFor(() =>
      expect(marked).toEqual([
        { ids: ['item-1'], isRead: true },
        { ids: ['item-1'], isRead: false },
        { ids: null, isRead: true },
      ]),
    )
    expect(await screen.findByText('No notifications yet')).toBeVisible()
  })
})

describe('rules', () => {
  const open = async (role = signedIn, routing = settings) => {
    server.use(
      role,
      getListNotificationRulesMockHandler([rule(), rule({ id: 'rule-2', isForAll: true, condition: 'all' })]),
      getListMessageTargetsMockHandler([
        { id: 'target-1', name: 'Sales', kind: 'slack', url: 'https://hooks.example.com/', isActive: true, version: 1 },
      ]),
      getGetLeadRoutingSettingsMockHandler(routing),
    )
    renderAdmin('/notifications?tab=rules')
    await screen.findByText('A lead arrives with 5,000 pieces a month or more → email')
  }

  test('a new rule offers only valid combinations, and a deleted one can be restored', async () => {
    const created: unknown[] = []
    await open()
    server.use(
      getCreateNotificationRuleMockHandler(async ({ request }) => {
        created.push(await request.clone().json())
        return rule({ id: 'rule-3' })
      }),
    )
    await press('Add rule')
    const dialog = within(await screen.findByRole('dialog', { name: 'Add rule' }))
    await userEvent.selectOptions(dialog.getByLabelText('Notify by'), 'Sales')
    expect(dialog.getByLabelText(/^For everyone/)).toBeChecked()
    expect(dialog.queryByRole('option', { name: 'Leads assigned to you' })).toBeNull()
    await userEvent.selectOptions(dialog.getByLabelText('Applies to'), 'Leads over a volume')
    await userEvent.selectOptions(dialog.getByLabelText('Minimum volume'), '25,000 pieces a month')
    await userEvent.click(dialog.getByRole('button', { name: 'Add' }))
    await waitFor(() =>
      expect(created).toEqual([
        {
          event: 'lead',
          condition: 'volume',
          volume: '25000-100000',
          channel: 'target',
          targetId: 'target-1',
          isForAll: true,
        },
      ]),
    )

    const undone = watchUndo(server)
    server.use(http.delete('*/api/admin/notification-rules/:id', () => changed(null)))
    await press('Delete rule: A lead arrives with 5,000 pieces a month or more → email')
    await press('Undo')
    await waitFor(() => expect(undone).toEqual(['group-1']))
  })

  test('a digest cannot be added while no email server is set up', async () => {
    await open(signedInAsEditor, { ...settings, canMail: false })
    await press('Add rule')
    const dialog = within(await screen.findByRole('dialog', { name: 'Add rule' }))
    expect(dialog.getByRole('button', { name: 'Add' })).toBeEnabled()
    await userEvent.selectOptions(dialog.getByLabelText('When'), 'Every morning: a digest')
    expect(dialog.getByRole('option', { name: 'Email (no email server is set up)' })).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Add' })).toBeDisabled()
  })

  test('for everyone can be changed only by owners', async () => {
    await open(signedInAsViewer)
    const others = within(screen.getByRole('list', { name: 'Rules: For everyone' }))
    expect(others.queryByRole('button')).toBeNull()
  })
})

describe('reply templates', () => {
  test('are added with their merge fields', async () => {
    const created: unknown[] = []
    server.use(
      signedIn,
      getListReplyTemplatesMockHandler([]),
      getCreateReplyTemplateMockHandler(async ({ request }) => {
        created.push(await request.clone().json())
        return template
      }),
    )
    renderAdmin('/notifications?tab=replies')
    await screen.findByText('No reply templates yet')
    await press('Add template')
    const dialog = within(await screen.findByRole('dialog', { name: 'Add template' }))
    const fill = (label: RegExp, value: string) => fireEvent.change(dialog.getByLabelText(label), { target: { value } })
    fill(/^Name/, 'First reply')
    fill(/^Subject/, 'Hello {{firstName}}')
    fill(/^Text/, 'Dear you')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(created).toEqual([{ name: 'First reply', subject: 'Hello {{firstName}}', body: 'Dear you' }]),
    )
  })

  test('are read-only for viewers', async () => {
    server.use(signedInAsViewer, getListReplyTemplatesMockHandler([template]))
    renderAdmin('/notifications?tab=replies')
    expect(await screen.findByRole('listitem', { name: 'First reply' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Edit First reply' })).toBeNull()
  })
})

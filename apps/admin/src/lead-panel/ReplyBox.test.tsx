import {
  getGetLeadRoutingSettingsMockHandler,
  getListReplyTemplatesMockHandler,
  getPreviewLeadReplyMockHandler,
  getCreateLeadReplyMockHandler,
} from '@app/api-client/mocks'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { refusing, useAdmin, toast } from '../../test/admin.tsx'
import { otherLeadId, timelineEntry } from '../../test/leads.ts'
import { openLead, panel, withTwoLeads } from '../../test/two-leads.ts'

const { server } = useAdmin()

beforeEach(() => server.use(...withTwoLeads))

const form = async () => within(await screen.findByRole('form', { name: 'Reply' }))
const open = async () => {
  openLead()
  await screen.findByRole('button', { name: 'Reply by email' })
}

const templates = [
  { id: 'template-1', name: 'First reply', subject: 'Hello {{firstName}}', body: 'Dear {{firstName}}', version: 1 },
  { id: 'template-2', name: 'Prices', subject: 'Prices', body: 'They are on our site.', version: 1 },
]

describe('a reply', () => {
  test('stays while another lead is open, and is sent once', async () => {
    const sent: unknown[] = []
    server.use(
      getCreateLeadReplyMockHandler(async ({ request }) => {
        sent.push([request.headers.get('Idempotency-Key'), await request.clone().json()])
        if (sent.length === 1) throw HttpResponse.error()
        return timelineEntry({ kind: 'mail_out', subject: 'Postcards', mailStatus: 'waiting' })
      }),
    )
    await open()
    await userEvent.keyboard('r')
    await waitFor(async () => expect((await form()).getByLabelText('Template')).toHaveFocus())
    await userEvent.type((await form()).getByLabelText('Subject'), 'Postcards')
    await userEvent.type((await form()).getByLabelText('Text'), 'Hello Dana.')
    await userEvent.click(panel().getByRole('button', { name: 'Next lead' }))
    await waitFor(() => expect(window.location.search).toBe(`?lead=${otherLeadId}`))
    expect(await screen.findByRole('button', { name: 'Reply by email' })).toBeVisible()
    await userEvent.click(panel().getByRole('button', { name: 'Previous lead' }))
    expect((await form()).getByLabelText('Text')).toHaveValue('Hello Dana.')
    await userEvent.click((await form()).getByRole('button', { name: 'Send reply' }))
    await waitFor(() => expect(toast()).toHaveTextContent('Failed to send reply'))
    await userEvent.click((await form()).getByLabelText('Text'))
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(toast()).toHaveTextContent('Reply sent'))
    expect(sent).toEqual([
      [expect.stringMatching(/^[\w-]{36}$/), { subject: 'Postcards', body: 'Hello Dana.' }],
      [expect.stringMatching(/^[\w-]{36}$/), { subject: 'Postcards', body: 'Hello Dana.' }],
    ])
    expect(new Set(sent.map((call) => JSON.stringify(call))).size).toBe(1)
    expect(panel().getByRole('heading', { name: 'Dana Example' })).toHaveFocus()
    expect(Object.keys(sessionStorage)).toEqual([])
  })

  test('that is refused shows the reason and stays', async () => {
    const errors = [
      { in: 'body' as const, pointer: '/subject', detail: 'has an unknown merge field' },
      { in: 'body' as const, pointer: '/to', detail: 'must be an address' },
    ]
    server.use(refusing('post', '/replies', 400, errors))
    await open()
    await userEvent.click(screen.getByRole('button', { name: 'Reply by email' }))
    const reply = await form()
    await userEvent.type(reply.getByLabelText('Subject'), 'Postcards')
    await userEvent.type(reply.getByLabelText('Text'), 'Hello Dana.')
    await userEvent.click(reply.getByRole('button', { name: 'Send reply' }))
    expect(await reply.findByText('Has an unknown merge field')).toBeVisible()
    expect(toast()).toHaveTextContent('Failed to send replyto: Must be an address')
    server.use(refusing('post', '/replies', 409, undefined, 'This lead was merged into another one.'))
    await userEvent.click(reply.getByRole('button', { name: 'Send reply' }))
    await waitFor(() => expect(toast()).toHaveTextContent('This lead was merged into another one.'))
    expect(reply.getByLabelText('Text')).toHaveValue('Hello Dana.')
  })

  test('a template that cannot be filled in shows the reason', async () => {
    const errors = [{ in: 'body' as const, pointer: '/body', detail: 'has an unknown merge field' }]
    server.use(getListReplyTemplatesMockHandler(templates), refusing('post', '/replies/preview', 400, errors))
    await open()
    await userEvent.click(screen.getByRole('button', { name: 'Reply by email' }))
    await userEvent.selectOptions((await form()).getByLabelText('Template'), 'Prices')
    await waitFor(() => expect(toast()).toHaveTextContent('body: Has an unknown merge field'))
  })

  test('starts from a template and keeps the user’s text', async () => {
    server.use(
      getListReplyTemplatesMockHandler(templates),
      getPreviewLeadReplyMockHandler(async ({ request }) => {
        const text = JSON.stringify(await request.clone().json()).replaceAll('{{firstName}}', 'Dana')
        return { to: 'dana@example.com', ...JSON.parse(text) }
      }),
    )
    await open()
    await userEvent.click(screen.getByRole('button', { name: 'Reply by email' }))
    const reply = await form()
    await userEvent.selectOptions(reply.getByLabelText('Template'), 'First reply')
    await waitFor(() => expect(reply.getByLabelText('Text')).toHaveValue('Dear Dana'))
    expect(reply.getByLabelText('Subject')).toHaveValue('Hello Dana')
    await userEvent.selectOptions(reply.getByLabelText('Template'), 'Prices')
    await waitFor(() => expect(reply.getByLabelText('Text')).toHaveValue('They are on our site.'))
    await userEvent.type(reply.getByLabelText('Text'), ' Look.')
    await userEvent.selectOptions(reply.getByLabelText('Template'), 'First reply')
    await waitFor(() => expect(reply.getByLabelText('Text')).toHaveValue('They are on our site. Look.\n\nDear Dana'))
    await userEvent.click(reply.getByRole('button', { name: 'Close' }))
    expect(screen.getByRole('button', { name: 'Continue the reply' })).toBeVisible()
  })

  test('requires a subject and text', async () => {
    await open()
    await userEvent.click(screen.getByRole('button', { name: 'Reply by email' }))
    await userEvent.click((await form()).getByRole('button', { name: 'Send reply' }))
    expect(await screen.findByText('Subject is required')).toBeVisible()
    expect(screen.getByText('Text is required')).toBeVisible()
    expect((await form()).getByLabelText('Subject')).toHaveFocus()
  })

  test('is unavailable without an email server, with an explanation', async () => {
    server.use(
      getGetLeadRoutingSettingsMockHandler({
        confirmsVisitors: false,
        mailsRequesters: true,
        assigneeIds: [],
        canMail: false,
        version: 1,
      }),
    )
    openLead()
    expect(await screen.findByText('Replies are unavailable: no email server is set up.')).toBeVisible()
    await userEvent.keyboard('r')
    expect(screen.queryByRole('form', { name: 'Reply' })).toBeNull()
  })
})

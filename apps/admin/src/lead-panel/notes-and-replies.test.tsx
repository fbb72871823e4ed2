import {
  getCreateLeadNoteMockHandler,
  getCreateLeadReplyMockHandler,
  getGetLeadRoutingSettingsMockHandler,
  getListReplyTemplatesMockHandler,
  getPreviewLeadReplyMockHandler,
} from '@app/api-client/mocks'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { refusing, toast, useAdmin } from '../../test/admin.tsx'
import { nia, otherLeadId, timelineEntry } from '../../test/leads.ts'
import { openLead, panel, withTwoLeads } from '../../test/two-leads.ts'

const { server } = useAdmin()

beforeEach(() => server.use(...withTwoLeads))

describe('a note', () => {
  const box = () => screen.findByLabelText<HTMLTextAreaElement>('Add a note')

  test('requires text, survives opening another lead and a lost connection, and is stored once', async () => {
    const keys: unknown[] = []
    const bodies: unknown[] = []
    server.use(
      getCreateLeadNoteMockHandler(async ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'))
        bodies.push(await request.json())
        if (keys.length === 1) throw HttpResponse.error()
        return timelineEntry({ kind: 'note', text: 'Hello' })
      }),
    )
    openLead()
    await box()
    await userEvent.click(screen.getByText('Add note'))
    expect(await screen.findByText('Text is required')).toBeVisible()
    await userEvent.selectOptions(screen.getByLabelText('Mention someone'), 'Nia Example')
    expect(await box()).toHaveValue('@Nia Example ')
    expect(await box()).toHaveFocus()
    expect(screen.getByText('Mentions Nia Example')).toBeVisible()
    await userEvent.keyboard('saw it')

    await userEvent.click(panel().getByRole('button', { name: 'Next lead' }))
    await waitFor(() => expect(window.location.search).toBe(`?lead=${otherLeadId}`))
    await waitFor(async () => expect(await box()).toHaveValue(''))
    await userEvent.click(panel().getByRole('button', { name: 'Previous lead' }))
    await waitFor(async () => expect(await box()).toHaveValue('@Nia Example saw it'))

    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await userEvent.click(screen.getByText('Add note'))
    await waitFor(() => expect(toast()).toHaveTextContent(/You’re offline[.] *Your text is kept[.]/))
    vi.restoreAllMocks()
    ;(await box()).blur()
    await userEvent.keyboard('n')
    expect(await box()).toHaveFocus()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(toast()).toHaveTextContent('Note added'))
    expect(bodies[0]).toEqual({ text: '@Nia Example saw it', mentions: [nia.id] })
    expect(keys[0]).toMatch(/^[\w-]{36}$/)
    expect(keys[1]).toBe(keys[0])
    expect(await box()).toHaveValue('')
    expect(panel().getByRole('heading', { name: 'Dana Example' })).toHaveFocus()
  })

  test('does not move the focus from where the user is by the time it is stored', async () => {
    const stored = Promise.withResolvers<void>()
    server.use(
      getCreateLeadNoteMockHandler(async () => {
        await stored.promise
        return timelineEntry({ kind: 'note', text: 'Hello' })
      }),
    )
    openLead()
    await userEvent.type(await box(), 'Hi{Control>}{Enter}{/Control}')
    await userEvent.type(screen.getByLabelText('Next step'), 'Send')
    stored.resolve()
    await waitFor(() => expect(toast()).toHaveTextContent('Note added'))
    await userEvent.keyboard(' it')
    expect(screen.getByLabelText('Next step')).toHaveValue('Send it')
  })
})

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
  test('survives opening another lead, and is sent once', async () => {
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
    await userEvent.type((await form()).getByLabelText('Text'), 'Hello')
    await userEvent.click(panel().getByRole('button', { name: 'Next lead' }))
    await waitFor(() => expect(window.location.search).toBe(`?lead=${otherLeadId}`))
    expect(await screen.findByRole('button', { name: 'Reply by email' })).toBeVisible()
    await userEvent.click(panel().getByRole('button', { name: 'Previous lead' }))
    expect((await form()).getByLabelText('Text')).toHaveValue('Hello')
    await userEvent.click((await form()).getByRole('button', { name: 'Send reply' }))
    await waitFor(() => expect(toast()).toHaveTextContent('Failed to send reply'))
    await userEvent.click((await form()).getByLabelText('Text'))
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(toast()).toHaveTextContent('Reply sent'))
    expect(sent).toEqual([
      [expect.stringMatching(/^[\w-]{36}$/), { subject: 'Postcards', body: 'Hello' }],
      [expect.stringMatching(/^[\w-]{36}$/), { subject: 'Postcards', body: 'Hello' }],
    ])
    expect(new Set(sent.map((call) => JSON.stringify(call))).size).toBe(1)
    expect(panel().getByRole('heading', { name: 'Dana Example' })).toHaveFocus()
    expect(Object.keys(sessionStorage)).toEqual([])
  })

  test('requires a subject and text, and shows the reason and keeps the text if it is refused', async () => {
    const errors = [
      { in: 'body' as const, pointer: '/subject', detail: 'has an unknown merge field' },
      { in: 'body' as const, pointer: '/to', detail: 'must be an address' },
    ]
    server.use(refusing('post', '/replies', 400, errors))
    await open()
    await userEvent.click(screen.getByText('Reply by email'))
    const reply = await form()
    const send = () => userEvent.click(reply.getByText('Send reply'))
    await send()
    expect(await reply.findByText('Subject is required')).toBeVisible()
    expect(reply.getByText('Text is required')).toBeVisible()
    expect(reply.getByLabelText('Subject')).toHaveFocus()
    await userEvent.paste('Postcards')
    await userEvent.click(reply.getByLabelText('Text'))
    await userEvent.paste('Hello')
    await send()
    expect(await reply.findByText('Has an unknown merge field')).toBeVisible()
    expect(toast()).toHaveTextContent('Failed to send replyto: Must be an address')
    server.use(refusing('post', '/replies', 409, undefined, 'This lead was merged into another one.'))
    await send()
    await waitFor(() => expect(toast()).toHaveTextContent('This lead was merged into another one.'))
    expect(reply.getByLabelText('Text')).toHaveValue('Hello')
  })

  test('starts from a template with merge fields, and keeps the user’s text', async () => {
    const errors = [{ in: 'body' as const, pointer: '/body', detail: 'has an unknown merge field' }]
    server.use(getListReplyTemplatesMockHandler(templates), refusing('post', '/replies/preview', 400, errors))
    await open()
    await userEvent.click(screen.getByText('Reply by email'))
    const reply = await form()
    const start = (name: string) => userEvent.selectOptions(reply.getByLabelText('Template'), name)
    await start('Prices')
    await waitFor(() => expect(toast()).toHaveTextContent('body: Has an unknown merge field'))
    server.use(
      getPreviewLeadReplyMockHandler(async ({ request }) => {
        const text = JSON.stringify(await request.clone().json()).replaceAll('{{firstName}}', 'Dana')
        return { to: 'dana@example.com', ...JSON.parse(text) }
      }),
    )
    await start('First reply')
    await waitFor(() => expect(reply.getByLabelText('Text')).toHaveValue('Dear Dana'))
    expect(reply.getByLabelText('Subject')).toHaveValue('Hello Dana')
    await start('Prices')
    await waitFor(() => expect(reply.getByLabelText('Text')).toHaveValue('They are on our site.'))
    await userEvent.type(reply.getByLabelText('Text'), ' Look.')
    await start('First reply')
    await waitFor(() => expect(reply.getByLabelText('Text')).toHaveValue('They are on our site. Look.\n\nDear Dana'))
    await userEvent.click(reply.getByText('Close'))
    expect(screen.getByText('Continue the reply')).toBeVisible()
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

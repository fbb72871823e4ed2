import { getCreateLeadNoteMockHandler } from '@app/api-client/mocks'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { useAdmin, toast } from '../../test/admin.tsx'
import { nia, otherLeadId, timelineEntry } from '../../test/leads.ts'
import { openLead, panel, withTwoLeads } from '../../test/two-leads.ts'

const { server } = useAdmin()

beforeEach(() => server.use(...withTwoLeads))

const form = async () => within(await screen.findByRole('form', { name: 'Pipeline' }))

describe('notes', () => {
  test('stay while another lead is open, and are stored once', async () => {
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
    await form()
    await userEvent.keyboard('n')
    await userEvent.keyboard('Ask @Nia Example about it')
    expect(screen.getByText('Mentions Nia Example')).toBeVisible()
    await userEvent.click(panel().getByRole('button', { name: 'Next lead' }))
    await waitFor(() => expect(window.location.search).toBe(`?lead=${otherLeadId}`))
    await waitFor(() => expect(screen.getByLabelText('Add a note')).toHaveValue(''))
    await userEvent.click(panel().getByRole('button', { name: 'Previous lead' }))
    await waitFor(() => expect(screen.getByLabelText('Add a note')).toHaveValue('Ask @Nia Example about it'))
    await userEvent.click(screen.getByRole('button', { name: 'Add note' }))
    await waitFor(() => expect(toast()).toHaveTextContent('Failed to add note'))
    await userEvent.click(screen.getByLabelText('Add a note'))
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(toast()).toHaveTextContent('Note added'))
    expect(bodies[0]).toEqual({ text: 'Ask @Nia Example about it', mentions: [nia.id] })
    expect(keys[0]).toMatch(/^[\w-]{36}$/)
    expect(keys[1]).toBe(keys[0])
    expect(screen.getByLabelText('Add a note')).toHaveValue('')
    expect(panel().getByRole('heading', { name: 'Dana Example' })).toHaveFocus()
  })

  test('leave the focus where it is in use by the time they are stored', async () => {
    const stored = Promise.withResolvers<void>()
    server.use(
      getCreateLeadNoteMockHandler(async () => {
        await stored.promise
        return timelineEntry({ kind: 'note', text: 'Hello' })
      }),
    )
    openLead()
    const fields = await form()
    await userEvent.type(screen.getByLabelText('Add a note'), 'Called.{Control>}{Enter}{/Control}')
    await userEvent.type(fields.getByLabelText('Next step'), 'Send')
    stored.resolve()
    await waitFor(() => expect(toast()).toHaveTextContent('Note added'))
    await userEvent.keyboard(' samples')
    expect(fields.getByLabelText('Next step')).toHaveValue('Send samples')
  })

  test('are kept without a connection, and say so', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    server.use(http.post('*/api/admin/leads/:id/notes', () => HttpResponse.error()))
    openLead()
    await form()
    await userEvent.type(screen.getByLabelText('Add a note'), 'Called.')
    await userEvent.click(screen.getByRole('button', { name: 'Add note' }))
    await waitFor(() => expect(toast()).toHaveTextContent(/You’re offline[.] *Your note is kept[.]/))
    expect(screen.getByLabelText('Add a note')).toHaveValue('Called.')
    vi.restoreAllMocks()
  })

  test('mention a chosen colleague, and require text', async () => {
    openLead()
    await form()
    await userEvent.click(screen.getByRole('button', { name: 'Add note' }))
    expect(await screen.findByText('Text is required')).toBeVisible()
    await userEvent.selectOptions(screen.getByLabelText('Mention someone'), 'Nia Example')
    expect(screen.getByLabelText('Add a note')).toHaveValue('@Nia Example ')
    expect(screen.getByLabelText('Add a note')).toHaveFocus()
  })
})

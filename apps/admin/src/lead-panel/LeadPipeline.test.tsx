import type { LeadPipeline } from '@app/api-client'
import { getUpdateLeadMockHandler, getListLeadTimelineMockHandler } from '@app/api-client/mocks'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { failing, refusing, renderAdmin, signedInAsViewer, streams, useAdmin, toast } from '../../test/admin.tsx'
import { changed, watchUndo } from '../../test/changes.ts'
import { leadDetail, leadId, nia, otherLeadId, timelineEntry, withLead, work, leadHandlers } from '../../test/leads.ts'
import { openLead, panel, withTwoLeads } from '../../test/two-leads.ts'

const { server } = useAdmin()

beforeEach(() => server.use(...withTwoLeads))

const form = async () => within(await screen.findByRole('form', { name: 'Pipeline' }))

/** Handles changes like the API, and records what was sent. */
function takingChanges(stored: LeadPipeline, held?: Promise<void>) {
  const sent: unknown[] = []
  let now = stored
  server.use(
    withLead(() => leadDetail({ pipeline: now })),
    http.patch('*/api/admin/leads/:id', async ({ request }) => {
      await held
      const change = await request.json()
      sent.push([request.headers.get('If-Match'), change])
      if (request.headers.get('If-Match') !== `"${now.version}"`) {
        return HttpResponse.json(
          { type: 'about:blank', title: 'Stale', status: 412, code: 'stale', requestId: 'req-1' },
          { status: 412 },
        )
      }
      now = { ...now, ...(typeof change === 'object' ? change : {}), version: now.version + 1 }
      return changed(now)
    }),
  )
  return {
    sent,
    /** A colleague's change. */
    change(change: Partial<LeadPipeline>) {
      now = { ...now, ...change, version: now.version + 1 }
    },
  }
}

/** With the arrow keys. `selectOptions()` uses the mouse. */
const chooseByKey = (list: HTMLElement, value: string) => fireEvent.change(list, { target: { value } })

describe('the pipeline fields of a lead', () => {
  test('can be saved by keyboard, send only changes, and can be undone', async () => {
    const stored = takingChanges(work())
    const undone = watchUndo(server, () => {
      stored.change({ ownerId: null, nextStep: null })
      return [leadId]
    })
    openLead()
    await form()
    await userEvent.keyboard('a')
    expect(screen.getByLabelText('Owner')).toHaveFocus()
    chooseByKey(screen.getByLabelText('Owner'), 'staff-1')
    await userEvent.type(screen.getByLabelText('Next step'), 'Call back')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(toast()).toHaveTextContent('Lead updated successfully'))
    expect(stored.sent).toEqual([['"2"', { ownerId: 'staff-1', nextStep: 'Call back' }]])
    // Single-key shortcuts work again.
    expect(panel().getByRole('heading', { name: 'Dana Example' })).toHaveFocus()
    await userEvent.keyboard('s')
    expect(screen.getByLabelText('Next step')).toHaveFocus()
    await userEvent.click(within(toast()).getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(screen.getByLabelText('Next step')).toHaveValue(''))
    expect(undone).toEqual(['group-1'])
  })

  test('save a value that is picked with the mouse at once, and lose no text that is typed meanwhile', async () => {
    const response = Promise.withResolvers<void>()
    const { sent } = takingChanges(work(), response.promise)
    openLead()
    const fields = await form()
    await userEvent.selectOptions(fields.getByLabelText('Stage'), 'Contacted')
    await userEvent.type(fields.getByLabelText('Next step'), 'Call back')
    // A request in flight cannot be discarded.
    expect(fields.getByRole('button', { name: 'Discard' })).toBeDisabled()
    response.resolve()
    await waitFor(() => expect(within(toast()).getByRole('button', { name: 'Undo' })).toBeVisible())
    expect(sent).toEqual([['"2"', { stage: 'contacted' }]])
    expect(fields.getByLabelText('Next step')).toHaveFocus()
    expect(fields.getByLabelText('Next step')).toHaveValue('Call back')
    expect(fields.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'false')
  })

  test('save a value that is picked while another is on its way', async () => {
    const response = Promise.withResolvers<void>()
    const { sent } = takingChanges(work(), response.promise)
    openLead()
    const fields = await form()
    await userEvent.selectOptions(fields.getByLabelText('Stage'), 'Contacted')
    await userEvent.selectOptions(fields.getByLabelText('Owner'), 'Rosa Example (you)')
    response.resolve()
    await waitFor(() =>
      expect(sent).toEqual([
        ['"2"', { stage: 'contacted' }],
        ['"3"', { ownerId: 'staff-1' }],
      ]),
    )
    await waitFor(() => expect(panel().getByRole('heading', { name: 'Dana Example' })).toHaveFocus())
  })

  test('require a reason for a lost lead, and a dollar value for a won one', async () => {
    const { sent } = takingChanges(work())
    openLead()
    const fields = await form()
    await userEvent.selectOptions(fields.getByLabelText('Stage'), 'Lost')
    await userEvent.click(fields.getByRole('button', { name: 'Save' }))
    expect(await fields.findByText('Reason is required')).toBeVisible()
    await waitFor(() => expect(fields.getByLabelText(/^Reason lost/)).toHaveFocus())
    await userEvent.selectOptions(fields.getByLabelText('Stage'), 'Won')
    await userEvent.type(fields.getByLabelText('Value'), '12.345')
    await userEvent.click(fields.getByRole('button', { name: 'Save' }))
    expect(await fields.findByText('Enter US dollars, such as 1250 or 1250.50')).toBeVisible()
    await userEvent.clear(fields.getByLabelText('Value'))
    await userEvent.type(fields.getByLabelText('Value'), '1250.50')
    fireEvent.change(fields.getByLabelText('Due'), { target: { value: '2026-12-01' } })
    await userEvent.dblClick(fields.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(toast()).toHaveTextContent('Lead updated successfully'))
    expect(sent).toEqual([
      ['"2"', { stage: 'won' }],
      ['"3"', { wonValue: 1250.5, nextStepOn: '2026-12-01' }],
    ])
  })

  test('are merged when two people changed different fields', async () => {
    const stored = takingChanges(work())
    openLead()
    const fields = await form()
    await userEvent.type(fields.getByLabelText('Next step'), 'Call back')
    stored.change({ stage: 'contacted', changedBy: 'Nia Example', changedAt: '2026-11-20T15:04:05.123Z' })
    await userEvent.click(fields.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(toast()).toHaveTextContent('Kept Nia Example’s change: Stage Contacted.'))
    expect(stored.sent).toEqual([
      ['"2"', { nextStep: 'Call back' }],
      ['"3"', { nextStep: 'Call back' }],
    ])
    expect(fields.getByLabelText('Stage')).toHaveValue('contacted')
  })

  test('need a decision when both changed the same field', async () => {
    const stored = takingChanges(work())
    openLead()
    const fields = await form()
    stored.change({ ownerId: nia.id })
    await userEvent.selectOptions(fields.getByLabelText('Owner'), 'Rosa Example (you)')
    const notice = within(await fields.findByRole('alert'))
    const row = within(await notice.findByRole('row', { name: /^Owner/ }))
    expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['Nia Example', 'Rosa Example'])
    await userEvent.click(notice.getByRole('button', { name: 'Overwrite' }))
    await waitFor(() => expect(stored.sent.at(-1)).toEqual(['"3"', { ownerId: 'staff-1' }]))
    await waitFor(() => expect(fields.queryByRole('alert')).not.toBeInTheDocument())
  })

  test('show a colleague’s change, but not over the user’s text', async () => {
    const stored = takingChanges(work())
    openLead()
    const fields = await form()
    stored.change({ nextStep: 'Send samples' })
    streams[0]?.emit({ kind: 'ready', changed: 'leads', count: 1, ids: [leadId] })
    await waitFor(() => expect(fields.getByLabelText('Next step')).toHaveValue('Send samples'))
    await userEvent.clear(fields.getByLabelText('Next step'))
    await userEvent.type(fields.getByLabelText('Next step'), 'Call back')
    stored.change({ nextStep: 'Write to them' })
    server.use(getListLeadTimelineMockHandler([timelineEntry({ kind: 'note', text: 'A word from Nia' })]))
    streams[0]?.emit({ kind: 'ready', changed: 'leads', count: 1, ids: [leadId] })
    expect(await panel().findByText('A word from Nia')).toBeVisible()
    expect(fields.getByLabelText('Next step')).toHaveValue('Call back')
  })

  test('ask about unsaved changes before another lead is opened', async () => {
    openLead()
    const fields = await form()
    chooseByKey(fields.getByLabelText('Stage'), 'contacted')
    await userEvent.click(panel().getByRole('button', { name: 'Next lead' }))
    const question = within(await screen.findByRole('dialog', { name: 'Discard changes?' }))
    await userEvent.click(question.getByRole('button', { name: 'Keep editing' }))
    expect(fields.getByLabelText('Stage')).toHaveValue('contacted')
    await userEvent.click(panel().getByRole('button', { name: 'Close lead' }))
    const again = within(await screen.findByRole('dialog', { name: 'Discard changes?' }))
    await userEvent.click(again.getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(window.location.search).toBe(''))
  })

  test('are read-only for viewers', async () => {
    server.use(signedInAsViewer, withLead(leadDetail({ pipeline: work({ stage: 'won', wonValue: 1250.5 }) })))
    openLead()
    expect(await screen.findByText('$1,250.50')).toBeVisible()
    expect(await panel().findByText(/^Requested a demo:/)).toBeVisible()
    expect(screen.queryByRole('form')).not.toBeInTheDocument()
    expect(panel().queryByRole('button', { name: /Save|Merge|note/ })).not.toBeInTheDocument()
  })

  test('are rejected with a reason if the lead was merged in the meantime', async () => {
    server.use(refusing('patch', '/api/admin/leads/:id', 409, undefined, 'The lead was merged into another one.'))
    openLead()
    const fields = await form()
    await userEvent.selectOptions(fields.getByLabelText('Stage'), 'Contacted')
    await waitFor(() => expect(toast()).toHaveTextContent('The lead was merged into another one.'))
    expect(fields.getByLabelText('Stage')).toHaveValue('contacted')
  })
})

describe('a lead that is merged, deleted, or closed to its editor', () => {
  const live = () => streams[0]?.emit({ kind: 'ready', changed: 'leads', count: 1, ids: [leadId] })
  const type = async () => {
    const fields = await form()
    await userEvent.type(fields.getByLabelText('Next step'), 'Call back')
    await userEvent.type(screen.getByLabelText('Add a note'), 'Requested samples')
  }

  test('keeps the form, and moves its text to the other lead', async () => {
    openLead()
    await type()
    const merged = leadDetail({ mergedInto: otherLeadId, pipeline: work({ version: 3 }) })
    const other = leadDetail({ pipeline: work({ version: 7, nextStep: 'Send a price', stage: 'contacted' }) })
    server.use(
      ...leadHandlers,
      http.get('*/api/admin/leads/:id', ({ params }) => {
        const id = String(params['id'])
        const found = id === leadId ? merged : other
        return HttpResponse.json({ ...found, id, pipeline: { ...found.pipeline, id } })
      }),
    )
    live()
    expect(await panel().findByText('Your unsaved text is still here.')).toBeVisible()
    expect(screen.getByLabelText('Next step')).toHaveValue('Call back')
    expect(screen.getByLabelText('Add a note')).toHaveValue('Requested samples')
    expect(panel().queryByRole('button', { name: /^(Save|Add note)$/ })).not.toBeInTheDocument()

    await userEvent.click(panel().getByRole('button', { name: 'Move it to the other lead' }))
    await waitFor(() => expect(screen.getByLabelText('Stage')).toHaveValue('contacted'))
    expect(window.location.search).toBe(`?lead=${otherLeadId}`)
    const fields = await form()
    expect(fields.getByLabelText('Next step')).toHaveValue('Call back')
    expect(screen.getByLabelText('Add a note')).toHaveValue('Requested samples')
    expect(fields.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'false')
  })

  test('keeps only unsaved text when it is deleted', async () => {
    openLead()
    await type()
    server.use(...leadHandlers, failing('/api/admin/leads/:id', 404))
    live()
    expect(await panel().findByRole('heading', { name: 'This lead no longer exists' })).toBeVisible()
    expect(screen.getByLabelText('Next step')).toHaveValue('Call back')
    expect(screen.getByLabelText('Add a note')).toHaveValue('Requested samples')
    expect(panel().queryByText('dana@example.com')).not.toBeInTheDocument()
  })

  test('keeps unsaved text when its author becomes a viewer, and forms without text go', async () => {
    openLead()
    await userEvent.type((await form()).getByLabelText('Next step'), 'Call back')
    server.use(signedInAsViewer)
    streams[0]?.emit({ kind: 'ready', changed: 'accounts', count: 1, ids: ['staff-1'] })
    await waitFor(() => expect(toast()).toHaveTextContent('You are a viewer now.'))
    expect(screen.getByLabelText('Next step')).toHaveValue('Call back')
    expect(screen.queryByLabelText('Add a note')).not.toBeInTheDocument()
    expect(panel().queryByRole('button', { name: 'Save' })).not.toBeInTheDocument()
  })

  test('is read-only if there is no unsaved text', async () => {
    openLead()
    await form()
    server.use(withLead(leadDetail({ mergedInto: otherLeadId })))
    live()
    expect(await panel().findByRole('button', { name: 'Open the other lead' })).toBeVisible()
    expect(screen.queryByRole('form')).not.toBeInTheDocument()
  })
})

test('e in the list opens the panel at the stage', async () => {
  server.use(getUpdateLeadMockHandler(work()))
  renderAdmin('/leads')
  await screen.findByText('Dana Example')
  await userEvent.keyboard('je')
  await waitFor(() => expect(screen.getByLabelText('Stage')).toHaveFocus())
  // The next lead opens for reading.
  await userEvent.click(panel().getByRole('button', { name: 'Next lead' }))
  await form()
  expect(screen.getByLabelText('Stage')).not.toHaveFocus()
  expect(window.location.search).toBe(`?lead=${otherLeadId}`)
})

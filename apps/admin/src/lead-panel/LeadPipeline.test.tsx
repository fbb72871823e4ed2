import type { LeadPipeline } from '@app/api-client'
import { getListLeadTimelineMockHandler } from '@app/api-client/mocks'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { failing, refusing, renderAdmin, signedInAsViewer, streams, useAdmin, toast } from '../../test/admin.tsx'
import { changed, watchUndo } from '../../test/changes.ts'
import { leadDetail, leadId, nia, otherLeadId, timelineEntry, withLead, work, leadHandlers } from '../../test/leads.ts'
import { openLead, panel, withTwoLeads } from '../../test/two-leads.ts'
import { workChange, workForm, workRules, workValueText } from './work-form.ts'

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
        return HttpResponse.json({ status: 412, code: 'stale' }, { status: 412 })
      }
      now = { ...now, ...(typeof change === 'object' ? change : {}), version: now.version + 1 }
      return changed(now)
    }),
  )
  return {
    sent,
    /** Simulates a colleague's change. */
    change(change: Partial<LeadPipeline>) {
      now = { ...now, ...change, version: now.version + 1 }
    },
  }
}

const live = () => streams[0]?.emit({ kind: 'ready', changed: 'leads', count: 1, ids: [leadId] })

/** Uses the arrow keys, because `selectOptions()` uses the mouse. */
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
    await userEvent.type(screen.getByLabelText('Next step'), 'Call')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(toast()).toHaveTextContent('Lead updated successfully'))
    expect(stored.sent).toEqual([['"2"', { ownerId: 'staff-1', nextStep: 'Call' }]])
    expect(panel().getByRole('heading', { name: 'Dana Example' })).toHaveFocus()
    await userEvent.keyboard('s')
    expect(screen.getByLabelText('Next step')).toHaveFocus()
    await userEvent.click(within(toast()).getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(screen.getByLabelText('Next step')).toHaveValue(''))
    expect(undone).toEqual(['group-1'])
  })

  test('save a value picked with the mouse immediately, keep text typed meanwhile, and show a refusal', async () => {
    const response = Promise.withResolvers<void>()
    const { sent } = takingChanges(work(), response.promise)
    openLead()
    const fields = await form()
    await userEvent.selectOptions(fields.getByLabelText('Stage'), 'Contacted')
    await userEvent.type(fields.getByLabelText('Next step'), 'Call')
    // A request in flight cannot be discarded.
    expect(fields.getByRole('button', { name: 'Discard' })).toBeDisabled()
    response.resolve()
    await waitFor(() => expect(within(toast()).getByText('Undo')).toBeVisible())
    expect(sent).toEqual([['"2"', { stage: 'contacted' }]])
    expect(fields.getByLabelText('Next step')).toHaveFocus()
    expect(fields.getByLabelText('Next step')).toHaveValue('Call')
    expect(fields.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'false')

    server.use(refusing('patch', '/api/admin/leads/:id', 409, undefined, 'The lead was merged into another one.'))
    await userEvent.selectOptions(fields.getByLabelText('Stage'), 'Qualified')
    await waitFor(() => expect(toast()).toHaveTextContent('The lead was merged into another one.'))
    expect(fields.getByLabelText('Stage')).toHaveValue('qualified')
  })

  test('save a value picked while another is in flight', async () => {
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

  test('require a reason for a lost lead, and store the value of a won lead once', async () => {
    const { sent } = takingChanges(work())
    openLead()
    const fields = await form()
    await userEvent.selectOptions(fields.getByLabelText('Stage'), 'Lost')
    await userEvent.click(fields.getByRole('button', { name: 'Save' }))
    expect(await fields.findByText('Reason is required')).toBeVisible()
    await waitFor(() => expect(fields.getByLabelText(/^Reason lost/)).toHaveFocus())
    await userEvent.selectOptions(fields.getByLabelText('Stage'), 'Won')
    await userEvent.type(fields.getByLabelText('Value'), '1250.50')
    fireEvent.change(fields.getByLabelText('Due'), { target: { value: '2026-12-01' } })
    await userEvent.dblClick(fields.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(toast()).toHaveTextContent('Lead updated successfully'))
    expect(sent).toEqual([
      ['"2"', { stage: 'won' }],
      ['"3"', { wonValue: 1250.5, nextStepOn: '2026-12-01' }],
    ])
  })

  test('need a decision when two people change the same field, and show other changes without replacing text', async () => {
    const stored = takingChanges(work())
    openLead()
    const fields = await form()
    stored.change({ ownerId: nia.id })
    await userEvent.selectOptions(fields.getByLabelText('Owner'), 'Rosa Example (you)')
    const notice = within(await fields.findByRole('alert'))
    const row = within(await notice.findByRole('row', { name: /^Owner/ }))
    expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['Nia Example', 'Rosa Example'])
    await userEvent.click(notice.getByText('Overwrite'))
    await waitFor(() => expect(stored.sent.at(-1)).toEqual(['"3"', { ownerId: 'staff-1' }]))
    await waitFor(() => expect(fields.queryByRole('alert')).not.toBeInTheDocument())

    const step = fields.getByLabelText('Next step')
    stored.change({ nextStep: 'Send samples' })
    live()
    await waitFor(() => expect(step).toHaveValue('Send samples'))
    // Different fields, and this tab got no event for the change.
    await userEvent.type(step, ' now')
    stored.change({ stage: 'contacted', changedBy: 'Nia Example', changedAt: '2026-11-20T15:04:05.123Z' })
    await userEvent.click(fields.getByText('Save'))
    await waitFor(() => expect(toast()).toHaveTextContent('Kept Nia Example’s change: Stage Contacted.'))
    const change = { nextStep: 'Send samples now' }
    expect(stored.sent.slice(2)).toEqual(['"5"', '"6"'].map((version) => [version, change]))
    expect(fields.getByLabelText('Stage')).toHaveValue('contacted')

    await userEvent.type(step, '!')
    stored.change({ nextStep: 'Write to them' })
    server.use(getListLeadTimelineMockHandler([timelineEntry({ kind: 'note', text: 'A word from Nia' })]))
    live()
    expect(await panel().findByText('A word from Nia')).toBeVisible()
    expect(step).toHaveValue('Send samples now!')
  })

  test('ask about unsaved changes before another lead opens', async () => {
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
    const pipeline = work({ stage: 'won', wonValue: 1250.5 })
    server.use(signedInAsViewer, withLead(leadDetail({ pipeline, accountId: otherLeadId })))
    openLead()
    expect(await screen.findByText('$1,250.50')).toBeVisible()
    expect(panel().getByRole('link', { name: 'Customer account' })).toBeVisible()
    expect(await panel().findByText(/^Requested a demo:/)).toBeVisible()
    expect(screen.queryByRole('form')).not.toBeInTheDocument()
    expect(panel().queryByRole('button', { name: /Save|Merge|note/ })).not.toBeInTheDocument()
  })
})

describe('a lead that is merged, deleted, or closed to its editor', () => {
  const type = async () => {
    const fields = await form()
    await userEvent.type(fields.getByLabelText('Next step'), 'Call')
    await userEvent.type(screen.getByLabelText('Add a note'), 'Hi')
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
    expect(screen.getByLabelText('Next step')).toHaveValue('Call')
    expect(screen.getByLabelText('Add a note')).toHaveValue('Hi')
    expect(panel().queryByRole('button', { name: /^(Save|Add note)$/ })).not.toBeInTheDocument()

    await userEvent.click(panel().getByRole('button', { name: 'Move it to the other lead' }))
    await waitFor(() => expect(screen.getByLabelText('Stage')).toHaveValue('contacted'))
    expect(window.location.search).toBe(`?lead=${otherLeadId}`)
    const fields = await form()
    expect(fields.getByLabelText('Next step')).toHaveValue('Call')
    expect(screen.getByLabelText('Add a note')).toHaveValue('Hi')
    expect(fields.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'false')
  })

  test('keeps only unsaved text when it is deleted', async () => {
    openLead()
    await type()
    server.use(...leadHandlers, failing('/api/admin/leads/:id', 404))
    live()
    expect(await panel().findByRole('heading', { name: 'This lead was removed' })).toBeVisible()
    expect(screen.getByLabelText('Next step')).toHaveValue('Call')
    expect(screen.getByLabelText('Add a note')).toHaveValue('Hi')
    expect(panel().queryByText('dana@example.com')).not.toBeInTheDocument()
  })

  test('keeps unsaved text when its author becomes a viewer, and closes forms without text', async () => {
    openLead()
    await userEvent.type((await form()).getByLabelText('Next step'), 'Call')
    server.use(signedInAsViewer)
    streams[0]?.emit({ kind: 'ready', changed: 'accounts', count: 1, ids: ['staff-1'] })
    await waitFor(() => expect(toast()).toHaveTextContent('You’re now a viewer.'))
    expect(screen.getByLabelText('Next step')).toHaveValue('Call')
    expect(screen.queryByLabelText('Add a note')).not.toBeInTheDocument()
    expect(panel().queryByRole('button', { name: 'Save' })).not.toBeInTheDocument()
  })
})

test('e in the list opens the panel with the focus on the stage', async () => {
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

const stored = workForm(work({ ownerId: nia.id, stage: 'won', wonValue: 1250.5, nextStep: 'Call' }))

describe('a change to the pipeline fields', () => {
  test('starts from the stored values, and includes only fields that differ and apply to the stage', () => {
    expect(stored.wonValue).toBe('1250.50')
    expect(workForm(work({ stage: 'won', wonValue: 1250 })).wonValue).toBe('1250')
    expect(workForm(work()).wonValue).toBe('')
    expect(workChange(stored, { ...stored })).toEqual({})
    expect(workChange(stored, { ...stored, nextStep: ' Call ' })).toEqual({})
    expect(workChange(stored, { ...stored, wonValue: '1250.50' })).toEqual({})
    expect(workChange(stored, { ...stored, ownerId: '', nextStep: ' ' })).toEqual({ ownerId: null, nextStep: null })
    expect(workChange(stored, { ...stored, stage: 'lost', lostReason: 'price', lostNote: ' Half of ours ' })).toEqual({
      stage: 'lost',
      lostReason: 'price',
      lostNote: 'Half of ours',
      wonValue: null,
    })
  })

  test('is rejected before it is sent', () => {
    const lost = { ...stored, stage: 'lost' as const }
    expect(workRules.lostReason('', lost)).toBe('Reason is required')
    expect(workRules.lostReason('', stored)).toBeNull()
    for (const value of ['', '0', '1250', '1250.5', '1000000000']) expect(workRules.wonValue(value, stored)).toBeNull()
    for (const value of ['-1', '1.234', '1e3', '$5', '1000000000.01']) {
      expect(workRules.wonValue(value, stored)).toMatch(/^Enter US dollars/)
    }
    expect(workRules.wonValue('nonsense', lost)).toBeNull()
  })

  test('is described in words', () => {
    const text = (field: string, value: string | null) => workValueText([nia], field, value)
    expect(text('ownerId', 'staff-9')).toBe('a former account')
    expect(text('stage', 'qualified')).toBe('Qualified')
    expect(text('lostReason', 'competitor')).toBe('Chose a competitor')
    expect(text('nextStepOn', '2026-12-01')).toBe('Dec 1, 2026')
    expect(text('nextStep', null)).toBe('—')
  })
})

import type { LeadDetail, RelatedLead } from '@app/api-client'
import {
  getListRelatedRecordsMockHandler,
  getRetryLeadSyncMockHandler,
  getUnmergeLeadMockHandler,
} from '@app/api-client/mocks'
import { brand } from '@app/brand'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  failing,
  lead,
  refusing,
  renderAdmin,
  streams,
  toast,
  useAdmin,
  withLeads,
  withStats,
} from '../../test/admin.tsx'
import { changed, watchUndo } from '../../test/changes.ts'
import { leadDetail, leadId, nia, otherLeadId, timelineEntry, withLead, work } from '../../test/leads.ts'
import { openLead, panel, withTwoLeads } from '../../test/two-leads.ts'

const { server } = useAdmin()

beforeEach(() => server.use(...withTwoLeads, withStats))

/** A colleague changed the open lead. */
const changeByColleague = () =>
  act(() => streams.at(-1)?.emit({ kind: 'ready', changed: 'leads', count: 1, ids: [leadId] }))

describe('one lead', () => {
  const detail = leadDetail({
    status: 'sync_failed',
    phone: '(800) 555-0142',
    leadSource: 'Example Website',
    crmError: 'The CRM did not respond.',
    crmAttempts: 2,
    crmFailures: [{ at: '2025-11-19T21:14:02.000Z', reason: 'The CRM did not respond.' }],
  })

  test('opens next to the list, has a URL, retries its sync, shows colleagues’ changes, and closes', async () => {
    server.use(withLead(detail), refusing('post', '/api/admin/leads/:id/retry-sync', 503))
    renderAdmin('?lead=nope')
    expect(await screen.findByText('Lead not found')).toBeVisible()
    await userEvent.click(await screen.findByText('Dana Example'))
    expect(window.location.search).toBe(`?lead=${leadId}`)
    expect(await screen.findByText('About 3,000 a month.')).toBeVisible()
    for (const text of ['Example Website', 'Example Roofing']) expect(panel().getByText(text)).toBeVisible()
    expect(panel().queryByText(/View lead/)).not.toBeInTheDocument()
    expect(panel().getByText('(800) 555-0142')).toHaveAttribute('href', 'tel:8005550142')

    await userEvent.click(screen.getByText('Retry sync'))
    await waitFor(() => expect(toast()).toHaveTextContent('ErrorFailed to retry the CRM sync'))
    server.use(getRetryLeadSyncMockHandler({ requeued: 1 }), withLead({ ...detail, status: 'new', crmError: null }))
    await userEvent.click(screen.getByText('Retry sync'))
    expect(await screen.findByText('CRM sync will be tried again')).toBeVisible()
    await waitFor(() => expect(screen.queryByText('Retry sync')).not.toBeInTheDocument())

    act(() => streams.at(-1)?.emit({ kind: 'ready' }))
    const crmLeadId = '7a1f9c52-9a3e-4d8e-9f53-1f6cf1c5a001'
    const crmSyncedAt = '2025-11-19T21:15:00.000Z'
    server.use(withLead({ ...detail, status: 'synced', crmError: null, crmLeadId, crmSyncedAt }))
    changeByColleague()
    expect(await screen.findByRole('link', { name: /^View lead in the CRM/ })).toHaveAttribute(
      'href',
      `${brand.links.crmLeadBase}${crmLeadId}`,
    )
    server.use(failing('/api/admin/leads/:id', 404))
    changeByColleague()
    expect(await screen.findByText('Lead not found')).toBeVisible()
    const entries = window.history.length
    await userEvent.click(panel().getByRole('button', { name: 'Close lead' }))
    expect(window.location.search).toBe('')
    // Back does not reopen it.
    expect(window.history.length).toBe(entries)
  })

  test('shows the data of its row while the rest loads', async () => {
    const rest = Promise.withResolvers<LeadDetail>()
    server.use(withLead(() => rest.promise))
    renderAdmin(`?lead=${leadId}`)
    expect(await screen.findByRole('heading', { name: 'Dana Example' })).toBeVisible()
    for (const text of ['dana@example.com', 'Example Roofing', 'Home Services']) {
      expect(panel().getByText(text)).toBeVisible()
    }
    expect(panel().getByRole('status', { name: 'Loading' })).toBeInTheDocument()
    rest.resolve({ ...detail, duplicateBy: ['email'] })
    expect(await screen.findByText('About 3,000 a month.')).toBeVisible()
    expect(panel().getByText('Other leads have this email')).toHaveAttribute('href', '/admin?q=dana%40example.com')
  })

  test('j and k move through rows and leads, and closing restores the focus to the last row or the list', async () => {
    const others = ['Nia', 'Omar'].map((firstName, index) =>
      lead({ id: `01932c07-5b1c-7d52-8f3a-2b1f6f3f8a2${index}`, firstName }),
    )
    server.use(withLeads(lead({ id: leadId }), ...others))
    renderAdmin()
    await screen.findByText('Nia Example')
    await userEvent.keyboard('kjj')
    expect(screen.getByText('Nia Example')).toHaveFocus()
    await userEvent.keyboard('k{Enter}')
    expect(window.location.search).toBe(`?lead=${leadId}`)
    await screen.findByRole('button', { name: 'Next lead' })
    await userEvent.keyboard('jjj')
    expect(window.location.search).toBe(`?lead=${others[1]?.id}`)
    await userEvent.click(screen.getByRole('button', { name: 'Previous lead' }))
    expect(window.location.search).toBe(`?lead=${others[0]?.id}`)
    await screen.findByText('About 3,000 a month.')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.getByText('Nia Example')).toHaveFocus())

    await userEvent.keyboard('{Control>}k{/Control}')
    await userEvent.click(await screen.findByText('New leads'))
    await screen.findByRole('button', { name: 'Remove filter Status: New' })
    server.use(withLeads(lead({ id: otherLeadId, firstName: 'Sam' })))
    await userEvent.keyboard('{Control>}k{/Control}')
    await userEvent.keyboard('sam')
    await userEvent.click(await screen.findByText('Sam Example'))
    await screen.findByText('About 3,000 a month.')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Recent Leads' })).toHaveFocus())
  })
})

describe('the timeline', () => {
  test('shows events with their authors, loads earlier entries, and fails on its own', async () => {
    const entries = [
      timelineEntry({
        id: 'e1',
        kind: 'change',
        by: 'Rosa Example',
        changes: [
          { field: 'ownerId', before: null, after: nia.id },
          { field: 'wonValue', before: null, after: '1250.5' },
        ],
      }),
      timelineEntry({ id: 'e2', kind: 'note', by: 'Nia Example', text: 'Asked @Rosa Example.' }),
      timelineEntry({ id: 'e3', kind: 'crm_failed', text: 'The CRM did not respond.' }),
      timelineEntry({ id: 'e4', kind: 'sample', text: 'both' }),
      timelineEntry({ id: 'e5', kind: 'crm_synced' }),
      timelineEntry({ id: 'e6', kind: 'merge', leadId: otherLeadId, by: 'Nia Example' }),
      timelineEntry({ id: 'e8', kind: 'change', changes: [{ field: 'mergedInto', before: otherLeadId, after: null }] }),
      timelineEntry({ id: 'e9', kind: 'change', changes: [{ field: 'mergedInto', before: null, after: otherLeadId }] }),
    ]
    server.use(failing('/api/admin/leads/:id/timeline', 500))
    openLead()
    expect(await screen.findByText('The timeline could not be loaded')).toBeVisible()
    server.use(
      http.get('*/api/admin/leads/:id/timeline', ({ request }) =>
        new URL(request.url).searchParams.has('cursor')
          ? HttpResponse.json([timelineEntry({ id: 'e7' })])
          : HttpResponse.json(entries, { headers: { Link: '</x?cursor=abc>; rel="next"' } }),
      ),
    )
    await userEvent.click(panel().getByText('Retry'))
    const timeline = within(await screen.findByRole('region', { name: 'Timeline' }))
    await timeline.findByText(/^Owner:/)
    const texts = () => timeline.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(texts()[0]).toMatch(/^Owner: Unassigned → to Nia ExampleValue: \$1,250.50Rosa Example, /)
    expect(timeline.getByText('@Rosa Example').tagName).toBe('STRONG')
    expect(texts()[2]).toMatch(/^CRM sync failedThe CRM did not respond./)
    expect(timeline.getByRole('link', { name: 'Postcards and letters' })).toBeVisible()
    expect(texts()[4]).toMatch(/^Synced to the CRM/)
    expect(texts()[5]).toMatch(/^Another lead was merged into this one.*on the lead that was merged into this one$/)
    expect(texts()[6]).toMatch(/^Unmerged/)
    expect(texts()[7]).toMatch(/^Merged into another lead/)
    await userEvent.click(timeline.getByRole('button', { name: 'Show earlier entries' }))
    await waitFor(() => expect(texts()).toHaveLength(9))
    expect(timeline.queryByRole('button')).not.toBeInTheDocument()
  })
})

describe('related records', () => {
  const related = (changes: Partial<RelatedLead> = {}): RelatedLead => ({
    id: otherLeadId,
    firstName: 'Dana',
    lastName: 'Twice',
    email: 'dana@example.com',
    company: 'Example Roofing',
    status: 'new',
    stage: 'new',
    reasons: ['email', 'phone'],
    createdAt: '2025-11-19T21:14:00.000Z',
    ...changes,
  })

  test('of the same person are merged in either direction after a confirmation, and Undo unmerges them', async () => {
    const calls: unknown[] = []
    const answer = Promise.withResolvers<void>()
    server.use(
      getListRelatedRecordsMockHandler({ leads: [related()], sampleRequests: [] }),
      http.post('*/api/admin/leads/:id/merge', async ({ request, params }) => {
        calls.push([params['id'], await request.json()])
        await answer.promise
        server.use(getListRelatedRecordsMockHandler({ leads: [related({ reasons: ['merged'] })], sampleRequests: [] }))
        return changed(work())
      }),
    )
    const undone = watchUndo(server, () => {
      server.use(getListRelatedRecordsMockHandler({ leads: [related()], sampleRequests: [] }))
      return []
    })
    openLead()
    const question = () => screen.queryByRole('dialog', { name: 'Merge leads?' })
    const merge = { name: 'Merge Dana Twice into this lead' }
    expect(await screen.findByText(/^Same email and phone number/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', merge))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(question()).not.toBeInTheDocument())
    expect(screen.getByRole('dialog', { name: 'Lead' })).toBeVisible()

    await userEvent.click(screen.getByRole('button', merge))
    expect(await screen.findByText(/It keeps its own values/)).toBeVisible()
    expect(screen.getByLabelText('Lead to keep')).toHaveDisplayValue('The lead that is open')
    await userEvent.click(screen.getByText('Merge'))
    // The confirmation stays open until the merge is stored.
    expect(question()).toBeVisible()
    answer.resolve()
    await waitFor(() => expect(toast()).toHaveTextContent('Leads merged'))
    await waitFor(() => expect(question()).not.toBeInTheDocument())
    // Clicks are ignored briefly, because they were meant for the earlier state.
    expect(await screen.findByRole('button', { name: 'Undo merge of Dana Twice' })).toBeDisabled()
    await userEvent.click(within(toast()).getByText('Undo'))
    await waitFor(() => expect(toast()).toHaveTextContent('Leads unmerged'))
    expect(undone).toEqual(['group-1'])

    const again = await screen.findByRole('button', merge)
    await waitFor(() => expect(again).toBeEnabled())
    await userEvent.click(again)
    await userEvent.selectOptions(await screen.findByLabelText('Lead to keep'), 'Dana Twice')
    await userEvent.click(screen.getByText('Merge'))
    await waitFor(() =>
      expect(calls).toEqual([
        [otherLeadId, { into: leadId }],
        [leadId, { into: otherLeadId }],
      ]),
    )
  })

  test('from the same company come after the person’s own, can’t be merged, and are collapsed if there are many', async () => {
    const colleagues = Array.from({ length: 5 }, (_, index) =>
      related({ id: `c${index}`, firstName: `Colleague ${index}`, lastName: '', reasons: ['company'] }),
    )
    server.use(
      getListRelatedRecordsMockHandler({
        leads: [...colleagues, related()],
        sampleRequests: [
          {
            id: 's1',
            firstName: 'Dana',
            lastName: 'Example',
            email: 'dana@example.com',
            company: null,
            sampleType: 'both',
            processed: false,
            reasons: ['email'],
            createdAt: '2025-11-19T21:14:00.000Z',
          },
        ],
      }),
    )
    openLead()
    const section = within(await screen.findByRole('region', { name: 'Same person or company' }))
    const names = () => section.getAllByRole('listitem').map(({ textContent }) => textContent?.slice(0, 11))
    expect(names()).toEqual(['Dana TwiceS', 'Colleague 0', 'Colleague 1', 'Colleague 2'])
    expect(section.getAllByRole('button', { name: /^Merge/ })).toHaveLength(1)
    await userEvent.click(section.getByRole('button', { name: 'Show all 7' }))
    expect(names()).toHaveLength(7)
    expect(section.getByRole('link', { name: 'Sample request from Dana Example' })).toHaveAttribute(
      'href',
      '/admin/samples?tab=requests&q=dana%40example.com',
    )
  })

  test('a lead that a colleague merges becomes read-only and links to the other lead', async () => {
    openLead()
    await screen.findByRole('form', { name: 'Pipeline' })
    server.use(withLead(leadDetail({ mergedInto: otherLeadId })), getUnmergeLeadMockHandler(work()))
    changeByColleague()
    expect(await screen.findByText(/^This lead was merged into another one/)).toBeVisible()
    expect(screen.queryByRole('form')).not.toBeInTheDocument()
    await userEvent.click(screen.getByText('Undo merge'))
    await waitFor(() => expect(toast()).toHaveTextContent('Leads unmerged'))
    await userEvent.click(screen.getByText('Open the other lead'))
    expect(window.location.search).toBe(`?lead=${otherLeadId}`)
  })
})

import { getListLeadTimelineMockHandler } from '@app/api-client/mocks'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { failing, useAdmin } from '../../test/admin.tsx'
import { nia, otherLeadId, timelineEntry } from '../../test/leads.ts'
import { openLead, panel, withTwoLeads } from '../../test/two-leads.ts'

const { server } = useAdmin()

beforeEach(() => server.use(...withTwoLeads))

describe('the timeline', () => {
  test('shows events with their authors, and loads earlier entries', async () => {
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
    server.use(
      http.get('*/api/admin/leads/:id/timeline', ({ request }) =>
        new URL(request.url).searchParams.has('cursor')
          ? HttpResponse.json([timelineEntry({ id: 'e7' })])
          : HttpResponse.json(entries, { headers: { Link: '</x?cursor=abc>; rel="next"' } }),
      ),
    )
    openLead()
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

  test('fails without affecting the rest of the panel', async () => {
    server.use(failing('/api/admin/leads/:id/timeline', 500))
    openLead()
    expect(await screen.findByText('The timeline could not be loaded')).toBeVisible()
    server.use(getListLeadTimelineMockHandler([timelineEntry()]))
    await userEvent.click(panel().getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText(/^Requested a demo:/)).toBeVisible()
  })
})

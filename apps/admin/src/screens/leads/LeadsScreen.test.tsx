import { getListSpamLeadsMockHandler } from '@app/api-client/mocks'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { lead, renderAdmin, signedIn, unreachable, useAdmin, withLeads } from '../../../test/admin.tsx'
import { leadHandlers, leadDetail, leadId, nia, otherLeadId, withCrm, withLead } from '../../../test/leads.ts'

const { server } = useAdmin()

beforeEach(() => {
  server.use(signedIn, ...leadHandlers)
  window.localStorage.clear()
})

const dana = lead({ id: leadId, stage: 'contacted', ownerId: nia.id, nextStep: 'Call back', nextStepOn: '2020-01-02' })
const omar = lead({ id: otherLeadId, firstName: 'Omar', email: 'omar@example.com' })

/** The queries of the list itself. Counts request a single lead. */
function noteLists(): string[] {
  const queries: string[] = []
  server.events.on('request:start', ({ request }) => {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname !== '/api/admin/leads' || searchParams.get('limit') === '1') return
    searchParams.delete('limit')
    queries.push(searchParams.toString())
  })
  return queries
}

describe('the list', () => {
  test('shows owner, stage and next step, and opens the panel', async () => {
    server.use(withLeads(dana, omar), withLead(leadDetail()))
    renderAdmin('/leads')
    const row = within(await screen.findByRole('row', { name: /Dana Example/ }))
    expect(await row.findByText('Nia Example')).toBeVisible()
    expect(row.getByText('Contacted')).toBeVisible()
    expect(row.getByText('Call back')).toBeVisible()
    expect(row.getByText(/^Overdue, Jan 2, 2020$/)).toBeVisible()
    const heads = screen.getAllByRole('columnheader').map((head) => head.textContent)
    const work = ['Company', 'Owner', 'Stage', 'Next step', 'Due', 'Date', 'CRM sync']
    expect(heads).toEqual(['Select', 'Contact', 'Email', ...work])
    // A column cuts off long values.
    for (const text of ['Dana Example', 'dana@example.com', 'Example Roofing', 'Nia Example', 'Call back'])
      expect(row.getByTitle(text)).toHaveTextContent(text)
    await userEvent.click(screen.getByRole('button', { name: 'Omar Example' }))
    expect(window.location.search).toBe(`?lead=${otherLeadId}`)
  })

  test('says nothing about a CRM while none is connected', async () => {
    server.use(withCrm('not_configured'), withLeads(dana), withLead(leadDetail()))
    renderAdmin(`/leads?lead=${leadId}`)
    const panel = within(await screen.findByRole('dialog', { name: 'Lead' }))
    expect(await panel.findByLabelText('Stage')).toBeVisible()
    expect(panel.queryByText('CRM sync')).not.toBeInTheDocument()
    expect(screen.queryByRole('columnheader', { name: 'CRM sync', hidden: true })).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'CRM sync', hidden: true })).not.toBeInTheDocument()
  })

  test('says how many leads the filters found', async () => {
    const found = (headers: Record<string, string>) =>
      http.get('*/api/admin/leads', () => HttpResponse.json([dana], { headers }))
    server.use(found({ 'X-Total-Count': '1' }))
    const { unmount } = renderAdmin('/leads?stage=won')
    expect(await screen.findByText('1 lead')).toBeVisible()
    unmount()
    server.use(found({ 'X-Total-Count': '1000', 'X-Total-Count-Capped': 'true' }))
    renderAdmin('/leads?stage=lost')
    expect(await screen.findByText('1,000+ leads')).toBeVisible()
  })

  test('supports several values per filter, with chips, in the URL', async () => {
    const queries = noteLists()
    server.use(withLeads(dana))
    renderAdmin('/leads?stage=contacted&industry=space-travel')
    await screen.findByText('Dana Example')
    // A value outside the contract is neither sent nor shown as active.
    expect(queries).toEqual(['stage=contacted'])
    expect(screen.getByRole('list', { name: 'Active filters' })).not.toHaveTextContent('space-travel')
    await userEvent.click(screen.getByRole('button', { name: 'Stage 1' }))
    const choice = within(await screen.findByRole('dialog', { name: 'Stage' }))
    expect(choice.getByRole('checkbox', { name: 'New 31' })).not.toBeChecked()
    await userEvent.click(choice.getByRole('checkbox', { name: 'Won 2' }))
    await waitFor(() => expect(queries.at(-1)).toBe('stage=contacted%2Cwon'))
    expect(new URLSearchParams(window.location.search).get('stage')).toBe('contacted,won')
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter Stage: Contacted' }))
    await waitFor(() => expect(queries.at(-1)).toBe('stage=won'))
  })

  test('filters by several sources, one of them with a comma in its name', async () => {
    const queries = noteLists()
    server.use(
      withLeads(dana),
      http.get('*/api/admin/stats/sources', () =>
        HttpResponse.json([
          { source: 'Main Website', leads: 3 },
          { source: 'Spring, north', leads: 2 },
        ]),
      ),
    )
    renderAdmin('/leads?source=Main%20Website')
    await screen.findByText('Dana Example')
    await userEvent.click(screen.getByRole('button', { name: 'Source 1' }))
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Spring, north 2' }))
    await waitFor(() => expect(queries.at(-1)).toBe('source=Main+Website%2CSpring%252C+north'))
    expect(screen.getByRole('button', { name: 'Remove filter Source: Spring, north' })).toBeVisible()
  })

  test('can be sorted by due date, and back', async () => {
    const queries = noteLists()
    server.use(withLeads(dana))
    renderAdmin('/leads')
    await screen.findByText('Dana Example')
    const head = () => screen.getByRole('columnheader', { name: 'Due' })
    await userEvent.click(within(head()).getByRole('button'))
    await waitFor(() => expect(queries.at(-1)).toBe('order=due'))
    expect(head()).toHaveAttribute('aria-sort', 'ascending')
    await userEvent.click(within(head()).getByRole('button'))
    expect(window.location.search).toBe('')
  })

  test('covers no leads, no matches, and a failure with retry', async () => {
    server.use(withLeads())
    const { unmount } = renderAdmin('/leads')
    expect(await screen.findByText('No leads found')).toBeVisible()
    unmount()
    const again = renderAdmin('/leads?owner=none')
    expect(await screen.findByText('No leads match')).toBeVisible()
    again.unmount()
    server.use(unreachable('/api/admin/leads'))
    renderAdmin('/leads?owner=me')
    expect(await screen.findByText('Leads could not be loaded')).toBeVisible()
    server.use(withLeads(dana))
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Dana Example')).toBeVisible()
  })

  test('shows spam as a view', async () => {
    server.use(withLeads(dana), getListSpamLeadsMockHandler([]))
    renderAdmin('/leads?view=spam')
    expect(await screen.findByText('No spam')).toBeVisible()
    expect(screen.getByRole('heading', { level: 2, name: 'Spam' })).toBeVisible()
  })
})

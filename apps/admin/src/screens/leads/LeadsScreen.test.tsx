import type { BulkLeadPatch } from '@app/api-client'
import { getListSpamLeadsMockHandler } from '@app/api-client/mocks'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  lead,
  refusing,
  renderAdmin,
  signedIn,
  signedInAsViewer,
  unreachable,
  useAdmin,
  withLeads,
} from '../../../test/admin.tsx'
import { changed, watchUndo } from '../../../test/changes.ts'
import { leadHandlers, leadDetail, leadId, nia, otherLeadId, withCrm, withLead } from '../../../test/leads.ts'

const { server } = useAdmin()

beforeEach(() => {
  server.use(signedIn, ...leadHandlers)
  window.localStorage.clear()
})

const dana = lead({ id: leadId, stage: 'contacted', ownerId: nia.id, nextStep: 'Call back', nextStepOn: '2020-01-02' })
const omar = lead({ id: otherLeadId, firstName: 'Omar', email: 'omar@example.com' })
const toast = () => screen.getByRole('region', { name: 'Notification' })
const bar = () => within(screen.getByRole('group', { name: 'Selected leads' }))
const select = async (name: string) => userEvent.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))

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
    renderAdmin('/leads?stage=contacted&industries=space-travel')
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

  test('keeps a source with a comma in its name on its own', async () => {
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
    renderAdmin('/leads?sources=Main%20Website')
    await screen.findByText('Dana Example')
    await userEvent.click(screen.getByRole('button', { name: 'Source 1' }))
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Spring, north 2' }))
    await waitFor(() => expect(queries.at(-1)).toBe('sources=Spring%2C+north'))
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

describe('selected leads', () => {
  const bodies: unknown[] = []
  const changes = http.patch('*/api/admin/leads', async ({ request }) => {
    bodies.push(await request.json())
    return changed({
      changed: 2,
      records: [
        { id: leadId, version: 5 },
        { id: otherLeadId, version: 7 },
      ],
    })
  })
  beforeEach(() => void bodies.splice(0))

  test('are assigned in one request, which can be undone', async () => {
    server.use(withLeads(dana, omar), changes)
    const undone = watchUndo(server, () => [leadId, otherLeadId])
    renderAdmin('/leads')
    await select('Dana Example')
    await select('Omar Example')
    await userEvent.click(bar().getByRole('button', { name: 'Assign' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Assign 2 leads' }))
    // The signed-in person comes first, and disabled accounts are left out.
    expect(dialog.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Unassigned',
      'Rosa Example (you)',
      'Nia Example',
    ])
    await userEvent.selectOptions(dialog.getByLabelText('Owner'), 'Nia Example')
    await userEvent.dblClick(dialog.getByRole('button', { name: 'Assign' }))
    await waitFor(() => expect(toast()).toHaveTextContent('2 leads assigned to Nia Example'))
    expect(bodies).toEqual([
      { records: [{ id: leadId }, { id: otherLeadId }], patch: { ownerId: nia.id } } satisfies BulkLeadPatch,
    ])
    await userEvent.click(within(toast()).getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(toast()).toHaveTextContent('2 leads restored'))
    expect(undone).toEqual(['group-1'])

    // An undo is a change like any other.
    await userEvent.click(within(toast()).getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(toast()).toHaveTextContent('2 leads assigned to Nia Example'))
    expect(undone).toEqual(['group-1', 'undo of group-1'])
  })

  test('need a reason to be marked as lost', async () => {
    server.use(withLeads(dana, omar), changes)
    renderAdmin('/leads')
    await select('Dana Example')
    await userEvent.click(bar().getByRole('button', { name: 'Change stage' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Stage of 1 lead' }))
    await userEvent.selectOptions(dialog.getByLabelText('Stage'), 'Lost')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('Reason is required')).toBeVisible()
    await userEvent.type(dialog.getByLabelText(/^Lost reason/), 'Too expensive{Control>}{Enter}{/Control}')
    await waitFor(() => expect(toast()).toHaveTextContent('2 leads moved to Lost'))
    expect(bodies).toEqual([{ records: [{ id: leadId }], patch: { stage: 'lost', lostReason: 'Too expensive' } }])
  })

  test('are marked as spam together, and Undo restores them', async () => {
    server.use(
      withLeads(dana, omar),
      http.put('*/api/admin/leads/spam', async ({ request }) => {
        bodies.push(await request.json())
        return changed(null)
      }),
    )
    const undone = watchUndo(server, () => [otherLeadId])
    renderAdmin('/leads')
    await select('Omar Example')
    await userEvent.click(bar().getByRole('button', { name: 'Mark as spam' }))
    await waitFor(() => expect(toast()).toHaveTextContent('1 lead marked as spam'))
    await userEvent.click(within(toast()).getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(toast()).toHaveTextContent('1 lead removed from spam'))
    expect(bodies).toEqual([{ records: [{ id: otherLeadId }], patch: { isSpam: true } }])
    expect(undone).toEqual(['group-1'])
  })

  test('stay unchanged when one of them was deleted, and the dialog stays open', async () => {
    server.use(withLeads(dana, omar), refusing('patch', '/api/admin/leads', 409, undefined, 'It was merged.'))
    renderAdmin('/leads')
    await select('Dana Example')
    await userEvent.click(bar().getByRole('button', { name: 'Assign' }))
    const dialog = await screen.findByRole('dialog', { name: 'Assign 1 lead' })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Assign' }))
    await waitFor(() =>
      expect(toast()).toHaveTextContent('ErrorFailed to change leadsNothing was changed. It was merged.'),
    )
    expect(dialog).toBeVisible()
  })

  test('are not reverted if someone else changed them since', async () => {
    server.use(withLeads(dana, omar), changes, refusing('post', '/api/admin/changes/:group/revert', 412))
    renderAdmin('/leads')
    await select('Dana Example')
    await userEvent.click(bar().getByRole('button', { name: 'Assign' }))
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Assign' }))
    await userEvent.click(await within(toast()).findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(toast()).toHaveTextContent('Someone changed it since.'))
  })

  test('can be exported, and listed at a URL that can be shared', async () => {
    server.use(withLeads(dana, omar))
    renderAdmin('/leads?stage=contacted')
    await select('Dana Example')
    await select('Omar Example')
    const ids = `${leadId},${otherLeadId}`
    expect(bar().getByRole('link', { name: 'Export selected' })).toHaveAttribute(
      'href',
      `/api/admin/leads/export?ids=${ids}`,
    )
    await userEvent.click(bar().getByRole('button', { name: 'Show only these' }))
    expect(window.location.search).toBe(`?${new URLSearchParams({ ids }).toString()}`)
    expect(screen.getByRole('button', { name: 'Remove filter Selection: 2 leads' })).toBeVisible()
  })

  test('can’t be unassigned by mistake while the accounts fail to load', async () => {
    server.use(withLeads(omar), unreachable('/api/admin/leads/owners'))
    renderAdmin('/leads')
    await select('Omar Example')
    await userEvent.click(bar().getByRole('button', { name: 'Assign' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Assign 1 lead' }))
    expect(await dialog.findByText('The accounts could not be loaded')).toBeVisible()
    server.use(...leadHandlers)
    await userEvent.click(dialog.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(screen.getByLabelText('Owner')).toHaveValue('staff-1'))
  })

  test('can only be exported by viewers', async () => {
    server.use(signedInAsViewer, withLeads(dana))
    renderAdmin('/leads')
    await select('Dana Example')
    expect(bar().getByRole('link', { name: 'Export selected' })).toBeVisible()
    expect(bar().queryByRole('button', { name: 'Assign' })).not.toBeInTheDocument()
    expect(screen.queryByRole('tab', { name: /^Mine/ })).not.toBeInTheDocument()
    await userEvent.keyboard('{Escape}a')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
})

describe('keys', () => {
  test('select, assign, and edit the focused row or the selection', async () => {
    server.use(withLeads(dana, omar))
    renderAdmin('/leads')
    await screen.findByText('Dana Example')
    await userEvent.keyboard('jjx')
    expect(screen.getByRole('checkbox', { name: 'Select Omar Example' })).toBeChecked()
    expect(screen.getByRole('button', { name: 'Omar Example' })).toHaveFocus()
    await userEvent.keyboard('x')
    expect(screen.getByRole('checkbox', { name: 'Select Omar Example' })).not.toBeChecked()
    await userEvent.keyboard('a')
    expect(await screen.findByRole('dialog', { name: 'Assign 1 lead' })).toBeVisible()
    expect(await screen.findByLabelText('Owner')).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await userEvent.keyboard('{Shift>}A{/Shift}e')
    expect(await screen.findByRole('dialog', { name: 'Stage of 2 leads' })).toBeVisible()
  })
})

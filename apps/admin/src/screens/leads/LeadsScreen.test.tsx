import {
  getCreateLeadViewMockHandler,
  getListLeadViewsMockHandler,
  getListSpamLeadsMockHandler,
} from '@app/api-client/mocks'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  failing,
  lead,
  refusing,
  renderAdmin,
  signedIn,
  signedInAsEditor,
  toast,
  unreachable,
  useAdmin,
  withLeads,
} from '../../../test/admin.tsx'
import { changed, watchUndo } from '../../../test/changes.ts'
import {
  leadDetail,
  leadHandlers,
  leadId,
  nia,
  otherLeadId,
  savedView,
  withCrm,
  withLead,
} from '../../../test/leads.ts'

const { server } = useAdmin()

beforeEach(() => {
  server.use(signedIn, ...leadHandlers)
  window.localStorage.clear()
})

const dana = lead({ id: leadId, stage: 'contacted', ownerId: nia.id, nextStep: 'Call back', nextStepOn: '2020-01-02' })
const omar = lead({ id: otherLeadId, firstName: 'Omar', email: 'omar@example.com' })

/** The queries of the list itself. Requests for counts have a limit of one lead. */
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
  test('shows owner, stage, and next step, sorts by due date and back, and opens the panel', async () => {
    const queries = noteLists()
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
    // A column truncates long values.
    for (const text of ['Dana Example', 'dana@example.com', 'Example Roofing', 'Nia Example', 'Call back'])
      expect(row.getByTitle(text)).toHaveTextContent(text)

    const head = () => screen.getByRole('columnheader', { name: 'Due' })
    await userEvent.click(within(head()).getByRole('button'))
    await waitFor(() => expect(queries.at(-1)).toBe('order=due'))
    expect(head()).toHaveAttribute('aria-sort', 'ascending')
    await userEvent.click(within(head()).getByRole('button'))
    expect(window.location.search).toBe('')

    await userEvent.click(screen.getByText('Omar Example'))
    expect(window.location.search).toBe(`?lead=${otherLeadId}`)
  })

  test('does not mention a CRM while none is connected', async () => {
    server.use(withCrm('not_configured'), withLeads(dana), withLead(leadDetail()))
    renderAdmin(`/leads?lead=${leadId}`)
    const panel = within(await screen.findByRole('dialog', { name: 'Lead' }))
    expect(await panel.findByLabelText('Stage')).toBeVisible()
    expect(screen.queryByText('CRM sync')).not.toBeInTheDocument()
  })

  test('supports several values per filter, shows them as chips and in the URL, and counts the matching leads', async () => {
    const queries = noteLists()
    server.use(
      http.get('*/api/admin/leads', ({ request }) => {
        const isOne = new URL(request.url).searchParams.get('stage') === 'contacted'
        const headers = { 'X-Total-Count': isOne ? '1' : '1000', ...(!isOne && { 'X-Total-Count-Capped': 'true' }) }
        return HttpResponse.json([dana], { headers })
      }),
      http.get('*/api/admin/stats/sources', () =>
        HttpResponse.json([
          { source: 'Main Website', leads: 3 },
          { source: 'Spring, north', leads: 2 },
        ]),
      ),
    )
    renderAdmin('/leads?stage=contacted&industry=space-travel&source=Main%20Website')
    await screen.findByText('Dana Example')
    expect(screen.getByText('1 lead')).toBeVisible()
    // Neither sends a value outside the contract nor shows it as active.
    expect(queries).toEqual(['stage=contacted&source=Main+Website'])
    expect(screen.getByRole('list', { name: 'Active filters' })).not.toHaveTextContent('space-travel')
    await userEvent.click(screen.getByRole('button', { name: 'Stage 1' }))
    const choice = within(await screen.findByRole('dialog', { name: 'Stage' }))
    expect(choice.getByRole('checkbox', { name: 'New 31' })).not.toBeChecked()
    await userEvent.click(choice.getByRole('checkbox', { name: 'Won 2' }))
    await waitFor(() => expect(queries.at(-1)).toBe('stage=contacted%2Cwon&source=Main+Website'))
    expect(new URLSearchParams(window.location.search).get('stage')).toBe('contacted,won')
    expect(await screen.findByText('1,000+ leads')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter Stage: Contacted' }))
    await waitFor(() => expect(queries.at(-1)).toBe('stage=won&source=Main+Website'))

    await userEvent.click(screen.getByRole('button', { name: 'Source 1' }))
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Spring, north 2' }))
    await waitFor(() => expect(queries.at(-1)).toBe('stage=won&source=Main+Website%2CSpring%252C+north'))
    expect(screen.getByRole('button', { name: 'Remove filter Source: Spring, north' })).toBeVisible()
  })

  test('covers a failure with a retry, no matches, no leads, and no spam', async () => {
    server.use(unreachable('/api/admin/leads'), getListSpamLeadsMockHandler([]))
    renderAdmin('/leads?owner=me')
    expect(await screen.findByText('Leads could not be loaded')).toBeVisible()
    server.use(withLeads())
    await userEvent.click(screen.getByText('Retry'))
    expect(await screen.findByText('No leads match')).toBeVisible()
    await userEvent.click(screen.getByText('Clear all'))
    expect(await screen.findByText('No leads found')).toBeVisible()
    await userEvent.click(screen.getByRole('tab', { name: /^Spam/ }))
    expect(await screen.findByText('No spam')).toBeVisible()
    expect(screen.getByRole('heading', { level: 2, name: 'Spam' })).toBeVisible()
  })
})

/** The number of leads that each filter finds. */
const withCounts = http.get('*/api/admin/leads', ({ request }) => {
  const { searchParams } = new URL(request.url)
  const isHot = searchParams.get('stage') === 'contacted,qualified'
  const headers: Record<string, string> = isHot
    ? { 'X-Total-Count': '4' }
    : { 'X-Total-Count': '1000', 'X-Total-Count-Capped': 'true' }
  return HttpResponse.json([lead()], { headers })
})

const query = () => Object.fromEntries(new URLSearchParams(window.location.search))

describe('views', () => {
  beforeEach(() => server.use(withCounts))

  test('are tabs with counts, and each has a URL', async () => {
    const shared = savedView({
      id: 'view-2',
      name: 'Of all',
      query: 'owner=none',
      isShared: true,
      isOwn: false,
      by: 'Nia',
    })
    server.use(getListLeadViewsMockHandler([savedView(), shared]))
    renderAdmin('/leads')
    expect(await screen.findByRole('tab', { name: 'All 38' })).toHaveAttribute('aria-selected', 'true')
    expect(await screen.findByRole('tab', { name: 'Mine 1,000+' })).toBeVisible()
    expect(screen.getByRole('tab', { name: /^Of all/ })).toHaveAttribute('title', 'Shared by Nia')
    await userEvent.click(await screen.findByRole('tab', { name: 'Hot leads 4' }))
    expect(query()).toEqual({ stage: 'contacted,qualified', view: savedView().id })
    expect(screen.getByRole('heading', { level: 2, name: 'Hot leads' })).toBeVisible()
    await userEvent.click(screen.getByRole('tab', { name: /^Due/ }))
    expect(query()).toEqual({ due: 'overdue,today' })
    expect(screen.getByRole('tab', { name: /^Due/ })).toHaveAttribute('aria-selected', 'true')
    // An owner can delete a colleague's view.
    await userEvent.click(screen.getByRole('tab', { name: /^Of all/ }))
    expect(screen.getByText('Delete view')).toBeVisible()
    expect(screen.queryByText('Edit view')).not.toBeInTheDocument()
  })

  test('without room move to a menu, and the current view always has a tab', async () => {
    const many = Array.from({ length: 30 }, (_, index) => savedView({ id: `view-${index}`, name: `View ${index}` }))
    server.use(getListLeadViewsMockHandler(many))
    renderAdmin('/leads')
    const menu = await screen.findByRole('combobox', { name: 'More views' })
    expect(screen.getAllByRole('tab', { name: /^View/ })).toHaveLength(2)
    expect(within(menu).getAllByRole('option')).toHaveLength(1 + 28)
    await userEvent.selectOptions(menu, 'View 17')
    expect(await screen.findByRole('tab', { name: /^View 17/ })).toHaveAttribute('aria-selected', 'true')
    expect(screen.getAllByRole('tab', { name: /^View/ })).toHaveLength(2)
    expect(query()).toEqual({ stage: 'contacted,qualified', view: 'view-17' })
  })

  test('that cannot be loaded or no longer exist do not affect the list and its filters', async () => {
    server.use(failing('/api/admin/lead-views', 500))
    renderAdmin('/leads?view=gone&stage=won')
    expect(await screen.findByText('Saved views could not be loaded')).toBeVisible()
    expect(await screen.findByText('Dana Example')).toBeVisible()
    server.use(getListLeadViewsMockHandler([savedView()]))
    await userEvent.click(screen.getByText('Retry'))
    expect(await screen.findByRole('tab', { name: 'Hot leads 4' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Remove filter Stage: Won' })).toBeVisible()
    expect(screen.getByRole('tab', { name: /^All/ })).toHaveAttribute('aria-selected', 'true')
  })

  test('are saved from the filters in the URL, unless there are too many', async () => {
    const bodies: unknown[] = []
    server.use(
      getCreateLeadViewMockHandler(async ({ request }) => {
        bodies.push(await request.json())
        server.use(getListLeadViewsMockHandler([savedView({ isShared: true })]))
        return savedView({ isShared: true })
      }),
    )
    const ids = Array.from({ length: 40 }, (_, index) => `01932c07-5b1c-7d52-8f3a-2b1f6f3f8b${10 + index}`).join(',')
    renderAdmin(`/leads?stage=contacted,qualified&ids=${ids}`)
    await userEvent.click(await screen.findByText('Save view'))
    await waitFor(() => expect(toast()).toHaveTextContent('There are too many filters.'))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter Selection: 40 leads' }))
    await userEvent.click(screen.getByText('Save view'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Save view' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('Name is required')).toBeVisible()
    await userEvent.type(dialog.getByLabelText(/^Name/), ' Hot leads ')
    await userEvent.click(dialog.getByLabelText('Shared with everyone'))
    await userEvent.dblClick(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(toast()).toHaveTextContent('View saved successfully'))
    expect(bodies).toEqual([{ name: 'Hot leads', query: 'stage=contacted%2Cqualified', isShared: true }])
    const tab = await screen.findByRole('tab', { name: 'Hot leads 4' })
    await waitFor(() => expect(tab).toHaveAttribute('aria-selected', 'true'))
    expect(screen.queryByRole('button', { name: 'Save view' })).not.toBeInTheDocument()
  })

  test('are updated with other filters, undone, and deleted, even if a colleague did it first', async () => {
    const sent: unknown[] = []
    server.use(
      getListLeadViewsMockHandler([savedView()]),
      http.put('*/api/admin/lead-views/:id', async ({ request }) => {
        const body = await request.json()
        sent.push([request.headers.get('If-Match'), body])
        return changed(savedView({ version: 4, query: 'stage=won' }))
      }),
      refusing('delete', '/api/admin/lead-views/:id', 404),
    )
    const undone = watchUndo(server)
    renderAdmin(`/leads?view=${savedView().id}&stage=won&page=3&cursor=abc`)
    await userEvent.click(await screen.findByText('Save changes'))
    await waitFor(() => expect(toast()).toHaveTextContent('View updated successfully'))
    await userEvent.click(within(toast()).getByText('Undo'))
    await waitFor(() => expect(undone).toEqual(['group-1']))
    expect(sent).toEqual([['"3"', { name: 'Hot leads', query: 'stage=won', isShared: false }]])

    await userEvent.click(screen.getByRole('tab', { name: /^Hot leads/ }))
    await userEvent.click(await screen.findByText('Delete view'))
    const question = within(await screen.findByRole('dialog', { name: 'Delete view' }))
    server.use(getListLeadViewsMockHandler([]))
    await userEvent.click(question.getByText('Delete'))
    await waitFor(() => expect(toast()).toHaveTextContent('The view no longer exists'))
    expect(query()).toEqual({ stage: 'contacted,qualified' })
    expect(await screen.findByText('Save view')).toBeVisible()
  })

  test('shared by others can be viewed, but not changed, by an editor', async () => {
    const shared = savedView({ isShared: true, isOwn: false, by: 'Nia Example' })
    server.use(signedInAsEditor, getListLeadViewsMockHandler([shared]))
    renderAdmin(`/leads?view=${shared.id}&${shared.query}`)
    expect(await screen.findByRole('tab', { name: 'Hot leads 4' })).toBeVisible()
    expect(screen.queryByText(/^(Edit|Delete) view$/)).not.toBeInTheDocument()
  })
})

import {
  getGetDailyCountsMockHandler,
  getGetLeadStatusCountsMockHandler,
  getGetLeadTrendsMockHandler,
} from '@app/api-client/mocks'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  daily,
  failing,
  lead,
  renderAdmin,
  signedIn,
  signedInAsViewer,
  streams,
  unreachable,
  useAdmin,
  withLeads,
  withStats,
} from '../../../test/admin.tsx'
import { forgetArrivals } from '../../cache/arrivals.ts'

const { server, requested } = useAdmin()

beforeEach(() => server.use(signedIn, withStats, withLeads(lead())))

/** Each term is followed by its figure, then by the change since last month. */
const definitions = (place: 0 | 1) => () =>
  screen
    .getAllByRole('definition')
    .filter((_, index) => index % 2 === place)
    .map((figure) => figure.textContent)
const figures = definitions(0)
const trendTexts = definitions(1)
const allFigures = ['1,284', '96', '37.5%', '$123.5K']

describe('statistics', () => {
  test('show four figures with trends, each linked to the leads it counts in the list below', async () => {
    renderAdmin()
    await waitFor(() => expect(figures()).toEqual(allFigures))
    expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual([
      'Total Leads?',
      'This Month?',
      'Conversion Rate?',
      'Pipeline Value?',
    ])
    await waitFor(() =>
      expect(trendTexts()).toEqual([
        '▲ 96 since the 1st',
        '▲ 20% over last month',
        '▼ 2.1 points under last month',
        'Same as last month',
      ]),
    )
    await userEvent.click(screen.getByText('37.5%'))
    expect(window.location.search).toBe('?converted=true')
    expect(screen.getByRole('button', { name: 'Remove filter Became a deal: Yes' })).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Recent Leads' })).toHaveFocus()
  })

  test('compare two leads this month with none last month', async () => {
    const none = { leads: 0, conversionRate: 0, pipelineValue: 0 }
    server.use(getGetLeadTrendsMockHandler({ thisMonth: { ...none, leads: 2 }, lastMonth: none }))
    renderAdmin()
    await waitFor(() =>
      expect(trendTexts()).toEqual(['▲ 2 since the 1st', 'None last month', 'None last month', 'None last month']),
    )
  })
})

describe('recent leads', () => {
  const texts = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => [...row.children].map((cell) => cell.textContent?.replace(/\s/g, ' ')))

  test('have ordered columns, labels for coded values, and text for unknown and missing values', async () => {
    const markup = '<img src=x onerror=alert(1)>'
    server.use(
      withLeads(
        lead(),
        lead({ id: 'a', status: 'new', industry: 'space-travel', volume: null, company: null }),
        lead({ id: 'b', status: 'sync_failed', firstName: markup, lastName: '' }),
        lead({ id: 'c', status: 'qualified', duplicateBy: ['email'] }),
        lead({ id: 'd', status: 'constructor', duplicateBy: ['phone', 'name'] }),
        lead({ id: 'e', status: undefined }),
      ),
    )
    renderAdmin()
    expect(await screen.findByText(markup)).toBeVisible()
    expect(document.querySelector('img')).toBeNull()
    expect(screen.getByRole('table', { name: 'Recent Leads' })).toBeVisible()
    const heads = screen.getAllByRole('columnheader').map((head) => head.textContent)
    expect(heads).toEqual(['Contact', 'Company', 'Industry', 'Volume', 'Date', 'Status'])
    const [first, second, ...others] = texts()
    const date = 'Nov 19, 2025, 4:14 PM'
    const contact = 'Dana Exampledana@example.com'
    expect(first).toEqual([contact, 'Example Roofing', 'Home Services', '5,000–24,999', date, 'Synced'])
    expect(second).toEqual([contact, '—', 'space-travel', '—', date, 'New'])
    expect(others.map((cells) => cells.at(-1))).toEqual(['Sync Failed', 'qualified', 'constructor', 'New'])
    const [time] = document.querySelectorAll('time[datetime="2025-11-19T21:14:00.000Z"]')
    expect(time).toHaveAttribute('title', 'Wednesday, November 19, 2025 at 4:14:00 PM EST')
    expect(screen.getAllByText(/^Same .* as another lead$/).map(({ textContent }) => textContent)).toEqual([
      'Same email as another lead',
      'Same phone number, name and company as another lead',
    ])
  })
})

describe('when a call fails', () => {
  test('shows the rest, with the request id and a retry', async () => {
    server.use(
      failing('/api/admin/stats', 500, 'req-77'),
      failing('/api/admin/stats/trends', 500),
      failing('/api/admin/stats/statuses', 500),
    )
    renderAdmin()
    await screen.findByText('Dana Example')
    const notice = await screen.findByRole('alert')
    expect(notice).toHaveTextContent('Statistics could not be loaded')
    expect(notice).toHaveTextContent('req-77')
    expect(requested.filter((path) => path === '/api/admin/stats')).toHaveLength(1)
    const views = screen.getAllByRole('tab').map((tab) => tab.textContent)
    expect(views).toEqual(['All ', 'New ', 'Sync Failed ', 'Synced ', 'Spam '])
    expect(screen.getByText('Retry failed leads')).toBeVisible()

    server.use(withStats)
    await userEvent.click(within(notice).getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(figures()).toEqual(allFigures))
    await waitFor(() => expect(trendTexts()).toEqual(['', '', '', '']))

    server.use(failing('/api/admin/stats', 500))
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Statistics could not be loaded')
    expect(figures()).toEqual(allFigures)
  })

  test('shows statistics without leads', async () => {
    server.use(unreachable('/api/admin/leads'))
    renderAdmin()
    await waitFor(() => expect(figures()).toEqual(allFigures))
    expect(await screen.findByRole('alert')).toHaveTextContent('Leads could not be loaded')

    server.use(withLeads(lead()))
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Dana Example')).toBeVisible()
  })
})

describe('views', () => {
  const tabs = () => screen.getAllByRole('tab').map((tab) => tab.textContent)
  const selected = () => screen.getByRole('tab', { selected: true }).textContent

  test('have counts, and each has a URL', async () => {
    const questions: string[] = []
    server.use(
      http.get('*/api/admin/leads', ({ request }) => {
        questions.push(new URL(request.url).search)
        return HttpResponse.json([lead()])
      }),
    )
    renderAdmin('?q=dana&order=name&page=2&cursor=abc')
    await screen.findByText('Dana Example')
    await waitFor(() => expect(tabs()).toEqual(['All 1,284', 'New 12', 'Sync Failed 2', 'Synced 1,270', 'Spam ']))
    expect(selected()).toBe('All 1,284')
    await userEvent.click(screen.getByRole('tab', { name: 'Sync Failed 2' }))
    // The count covers the whole view, without other filters.
    await waitFor(() => expect(questions.at(-1)).toBe('?status=sync_failed&order=name&limit=50'))
    expect(window.location.search).toBe('?order=name&status=sync_failed')
    expect(selected()).toBe('Sync Failed 2')
    await userEvent.keyboard('{ArrowRight}')
    expect(window.location.search).toBe('?order=name&status=synced')
    await userEvent.click(screen.getByRole('tab', { name: /^All/ }))
    expect(window.location.search).toBe('?order=name')
  })

  test('include a CRM status while it is the filter', async () => {
    server.use(getGetLeadStatusCountsMockHandler([{ status: 'qualified', leads: 7 }]))
    renderAdmin('?status=qualified')
    await screen.findByText('Dana Example')
    await waitFor(() => expect(tabs()).toEqual(['All 7', 'New 0', 'Sync Failed 0', 'Synced 0', 'qualified 7', 'Spam ']))
    expect(selected()).toBe('qualified 7')
    expect(screen.getByRole('tabpanel')).toContainElement(screen.getByRole('table'))
  })
})

describe('first steps', () => {
  const nothing = [getGetLeadStatusCountsMockHandler([]), getGetDailyCountsMockHandler({ ...daily, leads: [] })]
  const steps = async () => within(await screen.findByRole('region', { name: 'First steps' }))
  const names = async () => (await steps()).getAllByRole('heading', { level: 3 }).map((title) => title.textContent)

  beforeEach(() => {
    forgetArrivals('leads')
    server.use(withLeads(), ...nothing)
  })

  test('show an owner what to do until the first lead arrives', async () => {
    renderAdmin()
    expect(await names()).toEqual([
      'Send a test lead',
      'Review the prices on the site',
      'Connect the CRM',
      'Invite your colleagues',
    ])
    const link = async (name: RegExp) => (await steps()).getByRole('link', { name })
    expect(await link(/^Open the site/)).toHaveAttribute('href', '/')
    expect(await link(/connection/)).toHaveAttribute('href', '/admin/settings?tab=crm')
    expect(await link(/staff/)).toHaveAttribute('href', '/admin/settings')
    expect(screen.getByText('No leads found')).toBeVisible()
    // The steps disappear on the event, before any reload.
    act(() => streams.at(-1)?.emit({ kind: 'leads', count: 1, ids: ['first'] }))
    expect(screen.queryByRole('region', { name: 'First steps' })).not.toBeInTheDocument()
    expect(screen.getByRole('region', { name: 'By day and page' })).toBeVisible()
  })

  test('leave out steps that the role does not allow', async () => {
    server.use(signedInAsViewer)
    renderAdmin()
    expect(await names()).toEqual(['Send a test lead', 'Review the prices on the site'])
  })

  test.each([
    ['leads', [getGetLeadStatusCountsMockHandler([{ status: 'new', leads: 1 }])]],
    ['sample requests', [getGetDailyCountsMockHandler({ ...daily, sampleRequests: daily.leads })]],
  ])('are not shown with %s', async (_what, some) => {
    server.use(withLeads(lead()), ...some)
    renderAdmin()
    await screen.findByText('Dana Example')
    expect(await screen.findByRole('button', { name: 'By day and page' })).toBeVisible()
    expect(screen.queryByRole('region', { name: 'First steps' })).not.toBeInTheDocument()
  })
})

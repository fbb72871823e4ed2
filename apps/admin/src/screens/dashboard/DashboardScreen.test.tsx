import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import {
  failing,
  lead,
  renderAdmin,
  signedIn,
  unreachable,
  useAdmin,
  withLeads,
  withStats,
  stats,
} from '../../../test/admin.tsx'
import { getGetLeadStatsMockHandler, getGetLeadTrendsMockHandler } from '@app/api-client/mocks'

const { server, requested } = useAdmin()

/** Each term is followed by its figure, then by its change since last month. */
const definitions = (place: 0 | 1) => () =>
  screen
    .getAllByRole('definition')
    .filter((_, index) => index % 2 === place)
    .map((figure) => figure.textContent)
const figures = definitions(0)
const trendTexts = definitions(1)
const firstRow = async () => {
  await screen.findByRole('link', { name: 'dana@example.com' })
  const [, first] = within(screen.getByRole('table')).getAllByRole('row')
  if (!first) throw new Error('the table has no rows')
  return first
}

describe('statistics', () => {
  test('four figures', async () => {
    server.use(signedIn, withStats, withLeads())
    renderAdmin()
    await waitFor(() => expect(figures()).toEqual(['1,284', '96', '37.5%', '$123.5K']))
    expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual([
      'Total Leads?',
      'This Month?',
      'Conversion Rate?',
      'Pipeline Value?',
    ])
  })

  test('each figure links to the leads it counts, in the list below', async () => {
    server.use(signedIn, withStats, withLeads())
    renderAdmin()
    await userEvent.click(await screen.findByRole('link', { name: '37.5%' }))
    expect(window.location.search).toBe('?converted=true')
    expect(screen.getByRole('button', { name: 'Remove filter Became a deal: Yes' })).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Recent Leads' })).toHaveFocus()
  })

  test.each([
    [0, '$0.0K'],
    [340, '$0.3K'],
    [999, '$1.0K'],
    [1950, '$2.0K'],
    [1250000, '$1250.0K'],
  ])('%d dollars are %s', async (pipelineValue, shown) => {
    server.use(signedIn, getGetLeadStatsMockHandler({ ...stats, pipelineValue }), withLeads())
    renderAdmin()
    await waitFor(() => expect(figures().at(-1)).toBe(shown))
  })
})

describe('trends', () => {
  test('are in words below each figure', async () => {
    server.use(signedIn, withStats, withLeads())
    renderAdmin()
    await waitFor(() =>
      expect(trendTexts()).toEqual([
        '▲ 96 since the 1st',
        '▲ 20% over last month',
        '▼ 2.1 points under last month',
        'Same as last month',
      ]),
    )
  })

  test('cover a month without leads, and two', async () => {
    const none = { leads: 0, conversionRate: 0, pipelineValue: 0 }
    server.use(
      signedIn,
      withStats,
      withLeads(),
      getGetLeadTrendsMockHandler({ thisMonth: { ...none, leads: 2 }, lastMonth: none }),
    )
    renderAdmin()
    await waitFor(() =>
      expect(trendTexts()).toEqual(['▲ 2 since the 1st', 'None last month', 'None last month', 'None last month']),
    )
  })

  test('can fail without affecting the figures', async () => {
    server.use(signedIn, withStats, withLeads(), failing('/api/admin/stats/trends', 500))
    renderAdmin()
    await waitFor(() => expect(figures()).toEqual(['1,284', '96', '37.5%', '$123.5K']))
    await waitFor(() => expect(trendTexts()).toEqual(['', '', '', '']))
  })
})

describe('recent leads', () => {
  test('shows the columns in order, with labels for coded values', async () => {
    server.use(signedIn, withStats, withLeads(lead()))
    renderAdmin()
    const row = await firstRow()
    expect(screen.getByRole('heading', { name: 'Recent Leads' })).toBeVisible()
    expect(screen.getByRole('table', { name: 'Recent Leads' })).toBeVisible()
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'Contact',
      'Company',
      'Industry',
      'Volume',
      'Date',
      'Status',
    ])
    const cells = within(row).getAllByRole('cell')
    expect(cells.map((cell) => cell.textContent?.replace(/\s/g, ' '))).toEqual([
      'Dana Exampledana@example.com',
      'Example Roofing',
      'Home Services',
      '5,000–24,999',
      'Nov 19, 2025, 4:14 PM',
      'Synced',
    ])
    const time = row.querySelector('time')
    expect(time).toHaveAttribute('datetime', '2025-11-19T21:14:00.000Z')
    expect(time).toHaveAttribute('title', 'Wednesday, November 19, 2025 at 4:14:00 PM EST')
  })

  test.each([
    ['new', 'New'],
    ['synced', 'Synced'],
    ['sync_failed', 'Sync Failed'],
    ['qualified', 'qualified'],
    ['constructor', 'constructor'],
    [undefined, 'New'],
  ])('status %s is shown as %s', async (status, shown) => {
    server.use(signedIn, withStats, withLeads(lead({ status })))
    renderAdmin()
    expect(
      within(await firstRow())
        .getAllByRole('cell')
        .at(-1),
    ).toHaveTextContent(shown)
  })

  test('shows unknown values as is, and missing ones as a dash', async () => {
    server.use(signedIn, withStats, withLeads(lead({ industry: 'space-travel', volume: null, company: null })))
    renderAdmin()
    const texts = within(await firstRow())
      .getAllByRole('cell')
      .map((cell) => cell.textContent)
    expect(texts.slice(1, 4)).toEqual(['—', 'space-travel', '—'])
  })

  test('shows stored markup as text', async () => {
    server.use(signedIn, withStats, withLeads(lead({ firstName: '<img src=x onerror=alert(1)>', lastName: '' })))
    renderAdmin()
    expect(await screen.findByText('<img src=x onerror=alert(1)>')).toBeVisible()
    expect(document.querySelector('img')).toBeNull()
  })

  test('the next page follows the Link header, is in the address, and takes the focus', async () => {
    const page = (second: boolean) =>
      HttpResponse.json([second ? lead({ id: 'lead-2', firstName: 'Marcus' }) : lead()], {
        headers: { 'X-Total-Count': '2', ...(second ? {} : { Link: '</api/admin/leads?cursor=abc>; rel="next"' }) },
      })
    server.use(
      signedIn,
      withStats,
      http.get('*/api/admin/leads', ({ request }) => page(new URL(request.url).searchParams.get('cursor') === 'abc')),
    )
    renderAdmin()
    expect(await screen.findByText('Showing 1 of 2')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
    expect(await screen.findByText('Marcus Example')).toBeVisible()
    expect(screen.getByText('Showing 1 of 2 · page 2')).toBeVisible()
    expect(screen.queryByText('Dana Example')).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Next page' })).not.toBeInTheDocument()
    expect(window.location.search).toBe('?cursor=abc&page=2')
    expect(screen.getByRole('group', { name: /^Recent leads/ })).toHaveFocus()
    await userEvent.click(screen.getByRole('button', { name: 'First page' }))
    expect(await screen.findByText('Dana Example')).toBeVisible()
  })
})

describe('when a call fails', () => {
  test('leads are shown without statistics, with the request id and a retry', async () => {
    server.use(signedIn, failing('/api/admin/stats', 500, 'req-77'), withLeads(lead()))
    renderAdmin()
    await firstRow()
    const notice = await screen.findByRole('alert')
    expect(notice).toHaveTextContent('Statistics could not be loaded')
    expect(notice).toHaveTextContent('req-77')
    expect(requested.filter((path) => path === '/api/admin/stats')).toHaveLength(1)

    server.use(withStats)
    await userEvent.click(within(notice).getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(figures()).toContain('$123.5K'))

    server.use(failing('/api/admin/stats', 500))
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Statistics could not be loaded')
    expect(figures()).toContain('$123.5K')
  })

  test('statistics are shown without leads', async () => {
    server.use(signedIn, withStats, unreachable('/api/admin/leads'))
    renderAdmin()
    await waitFor(() => expect(figures()).toContain('$123.5K'))
    expect(await screen.findByRole('alert')).toHaveTextContent('Leads could not be loaded')

    server.use(withLeads(lead()))
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await firstRow()
  })
})

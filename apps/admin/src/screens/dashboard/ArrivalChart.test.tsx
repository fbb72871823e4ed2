import { getGetDailyCountsMockHandler } from '@app/api-client/mocks'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { daily, failing, renderAdmin, signedIn, useAdmin, withLeads, withStats } from '../../../test/admin.tsx'
import { roundedUp } from '../../charts/daily-series.ts'

const { server, requested } = useAdmin()

const chart = () => screen.findByRole('slider', { name: 'Chart of leads' })
const valueText = () => screen.getByRole('slider').getAttribute('aria-valuetext')
const pages = () => within(screen.getByRole('list', { name: 'Pages' })).getAllByRole('listitem')

describe('the chart', () => {
  test('describes the whole period, then each day by arrow key, then the period again', async () => {
    server.use(signedIn, withStats, withLeads())
    renderAdmin('?chart=leads')
    ;(await chart()).focus()
    expect(valueText()).toBe('Oct 23, 2026 – Nov 21, 2026: 35 leads, Main Website 30, Mortgage Page 5')
    await userEvent.keyboard('{ArrowLeft}')
    expect(valueText()).toBe('Nov 21, 2026: 7 leads, Main Website 2, Mortgage Page 5')
    await userEvent.keyboard('{ArrowLeft}')
    expect(valueText()).toBe('Nov 20, 2026: 1 lead, Main Website 1')
    expect(pages().map((page) => page.textContent)).toEqual(['Main Website 1', 'Mortgage Page 0'])
    await userEvent.keyboard('{Home}{ArrowLeft}')
    expect(valueText()).toBe('Oct 23, 2026: 0 leads')
    await userEvent.keyboard('{Escape}')
    expect(valueText()).toContain('35 leads')
  })

  test('shows the same numbers as a table, newest first', async () => {
    server.use(signedIn, withStats, withLeads())
    renderAdmin('?chart=leads')
    await chart()
    await userEvent.click(screen.getByText('Show as a table'))
    const rows = within(await screen.findByRole('table', { name: 'Numbers of leads' })).getAllByRole('row')
    expect(rows).toHaveLength(31)
    expect(rows[1]).toHaveTextContent('Nov 21, 2026257')
  })

  test('is collapsed at first, and makes no calls until it is opened', async () => {
    server.use(signedIn, withStats, withLeads())
    renderAdmin()
    const fold = await screen.findByRole('button', { name: 'By day and page' })
    expect(fold).toHaveAttribute('aria-expanded', 'false')
    expect(requested).not.toContain('/api/admin/stats/daily')
    await userEvent.click(fold)
    expect(await chart()).toBeVisible()
    expect(window.location.search).toBe('?chart=leads')
  })

  test('links bars, sources, and the whole period to their lists', async () => {
    server.use(signedIn, withStats, withLeads())
    renderAdmin('?chart=leads')
    ;(await chart()).focus()
    await userEvent.keyboard('{ArrowLeft}{Enter}')
    const dayQuery = '?chart=leads&days=30&from=2026-11-21&to=2026-11-21'
    expect(window.location.search).toBe(dayQuery)
    expect(screen.getByRole('heading', { name: 'Recent Leads' })).toHaveFocus()
    await userEvent.click(screen.getByRole('link', { name: 'Mortgage Page' }))
    expect(window.location.search).toBe('?chart=leads&days=30&from=2026-10-23&to=2026-11-21&source=Mortgage+Page')
    await userEvent.click(screen.getByRole('link', { name: '35 leads' }))
    expect(window.location.search).toBe('?chart=leads&days=30&from=2026-10-23&to=2026-11-21')
  })

  test('shows every day of the period, also when the first lead came yesterday', async () => {
    const counts = Array.from({ length: 30 }, (_, index) => (index < 28 ? 0 : 2))
    server.use(
      signedIn,
      withStats,
      withLeads(),
      getGetDailyCountsMockHandler({ ...daily, leads: [{ source: 'Main Website', counts }] }),
    )
    renderAdmin('?chart=leads')
    expect(await chart()).toHaveAttribute('aria-valuemax', '30')
    expect(valueText()).toBe('Oct 23, 2026 – Nov 21, 2026: 4 leads, Main Website 4')
  })

  test('shows other data and periods, kept in the URL', async () => {
    const wanted: string[] = []
    server.use(
      signedIn,
      withStats,
      withLeads(),
      http.get('*/api/admin/stats/daily', ({ request }) => {
        const days = Number(new URL(request.url).searchParams.get('days'))
        wanted.push(String(days))
        const counts = Array.from({ length: days }, () => 1)
        const from = new Date(Date.parse('2026-11-21') - (days - 1) * 86_400_000).toISOString().slice(0, 10)
        return HttpResponse.json({ ...daily, from, leads: [{ source: null, counts }] })
      }),
    )
    renderAdmin('?chart=leads&days=nonsense')
    expect(await screen.findByText('Other pages')).toBeVisible()
    await userEvent.click(screen.getByLabelText('52 weeks'))
    await waitFor(() => expect(valueText()).toContain('364 leads'))
    ;(await chart()).focus()
    await userEvent.keyboard('{End}')
    expect(valueText()).toBe('Nov 15, 2026 – Nov 21, 2026: 7 leads, Other pages 7')
    await userEvent.click(screen.getByLabelText('Sample requests'))
    expect(screen.getByText('No sample requests in this period')).toBeVisible()
    expect(window.location.search).toBe('?chart=samples&days=364')
    expect(wanted).toEqual(['30', '364'])
  })

  test('shows an error in place and can be retried', async () => {
    server.use(signedIn, withStats, withLeads(), failing('/api/admin/stats/daily', 500, 'req-7'))
    renderAdmin('?chart=leads')
    expect(await screen.findByText('The chart could not be loaded')).toBeVisible()
    expect(screen.getByText('req-7')).toBeVisible()
    server.use(getGetDailyCountsMockHandler(daily))
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await chart()).toBeVisible()
    expect(requested.filter((path) => path === '/api/admin/stats/daily')).toHaveLength(2)
  })
})

test.each([
  [0, 2],
  [2, 2],
  [3, 4],
  [7, 8],
  [11, 20],
  [41, 60],
  [999, 1000],
])('a largest bar of %d gives the chart a height of %d', (largest, height) => {
  expect(roundedUp(largest)).toBe(height)
})

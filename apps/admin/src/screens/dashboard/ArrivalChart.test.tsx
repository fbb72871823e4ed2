import { getGetDailyCountsMockHandler } from '@app/api-client/mocks'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { daily, failing, renderAdmin, signedIn, useAdmin, withLeads, withStats } from '../../../test/admin.tsx'
import { roundedUp } from '../../charts/daily-series.ts'

const { server, requested } = useAdmin()

beforeEach(() => server.use(signedIn, withStats, withLeads()))

const chart = () => screen.findByRole('slider', { name: 'Chart of leads' })
const valueText = () => screen.getByRole('slider').getAttribute('aria-valuetext')
const pages = () => within(screen.getByRole('list', { name: 'Pages' })).getAllByRole('listitem')

describe('the chart', () => {
  test('makes no calls until it is opened, offers a retry, and describes the period and each day', async () => {
    server.use(failing('/api/admin/stats/daily', 500, 'req-7'))
    renderAdmin()
    const fold = await screen.findByRole('button', { name: 'By day and page' })
    expect(fold).toHaveAttribute('aria-expanded', 'false')
    expect(requested).not.toContain('/api/admin/stats/daily')
    await userEvent.click(fold)
    expect(window.location.search).toBe('?chart=leads')
    expect(await screen.findByText('The chart could not be loaded')).toBeVisible()
    expect(screen.getByText('req-7')).toBeVisible()
    server.use(getGetDailyCountsMockHandler(daily))
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    ;(await chart()).focus()
    expect(requested.filter((path) => path === '/api/admin/stats/daily')).toHaveLength(2)

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

  test('shows the same numbers as a table, and links bars, sources, and the whole period to their lists', async () => {
    renderAdmin('?chart=leads')
    await chart()
    await userEvent.click(screen.getByText('Show as a table'))
    const [head, ...rows] = (await screen.findByRole('table', { name: 'Numbers of leads' })).querySelectorAll('tr')
    expect(head).toBeInTheDocument()
    expect(rows).toHaveLength(30)
    expect(rows[0]).toHaveTextContent('Nov 21, 2026257')
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

  test('shows other data and periods, keeps them in the URL, and includes every day of each period', async () => {
    const wanted: string[] = []
    server.use(
      http.get('*/api/admin/stats/daily', ({ request }) => {
        const days = Number(new URL(request.url).searchParams.get('days'))
        wanted.push(String(days))
        // The first lead came eight days ago.
        const counts = Array.from({ length: days }, (_, index) => (index < days - 8 ? 0 : 1))
        const from = new Date(Date.parse('2026-11-21') - (days - 1) * 86_400_000).toISOString().slice(0, 10)
        return HttpResponse.json({ ...daily, from, leads: [{ source: null, counts }] })
      }),
    )
    renderAdmin('?chart=leads&days=nonsense')
    expect(await chart()).toHaveAttribute('aria-valuemax', '30')
    expect(valueText()).toBe('Oct 23, 2026 – Nov 21, 2026: 8 leads, Other pages 8')
    await userEvent.click(screen.getByLabelText('52 weeks'))
    await waitFor(() => expect(screen.getByRole('slider')).toHaveAttribute('aria-valuemax', '52'))
    ;(await chart()).focus()
    await userEvent.keyboard('{End}')
    expect(valueText()).toBe('Nov 15, 2026 – Nov 21, 2026: 7 leads, Other pages 7')
    await userEvent.click(screen.getByLabelText('Sample requests'))
    expect(screen.getByText('No sample requests in this period')).toBeVisible()
    expect(window.location.search).toBe('?chart=samples&days=364')
    expect(wanted).toEqual(['30', '364'])
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

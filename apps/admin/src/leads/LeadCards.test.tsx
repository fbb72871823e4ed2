import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { lead, renderAdmin, signedIn, useAdmin, withLeads, withStats } from '../../test/admin.tsx'

const { server } = useAdmin()

beforeEach(() => {
  const wide = window.matchMedia
  // Matches a phone's screen, but not paper.
  vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    Object.assign(wide(media), { matches: media === 'screen and (max-width: 47.99em)' }),
  )
})

test('phones show cards instead of a table', async () => {
  server.use(signedIn, withStats, withLeads(lead({ id: 'a' }), lead({ id: 'b', firstName: 'Nia', company: null })))
  renderAdmin()
  await screen.findByText('Nia Example')
  const list = within(screen.getByRole('tabpanel')).getByRole('list')
  expect(
    within(list)
      .getAllByRole('button')
      .map((card) => card.textContent?.replace(/\s/g, ' ')),
  ).toEqual([
    'Dana Example Synced Example Roofing Nov 19, 2025, 4:14 PM',
    'Nia Example Synced dana@example.com Nov 19, 2025, 4:14 PM',
  ])
  expect(screen.queryByRole('columnheader')).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Columns' })).not.toBeInTheDocument()
  await userEvent.keyboard('jj{Enter}')
  expect(window.location.search).toBe('?lead=b')
})

test('the sort order is a select', async () => {
  const questions: string[] = []
  server.use(
    signedIn,
    withStats,
    http.get('*/api/admin/leads', ({ request }) => {
      questions.push(new URL(request.url).search)
      return HttpResponse.json([lead()])
    }),
  )
  renderAdmin()
  await screen.findByText('Dana Example')
  await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Company, Z to A')
  await waitFor(() => expect(questions.at(-1)).toBe('?order=company-reversed&limit=50'))
  expect(window.location.search).toBe('?order=company-reversed')
})

test('filters are collapsed, and active ones are shown as chips', async () => {
  server.use(signedIn, withStats, withLeads(lead()))
  renderAdmin('?industry=retail')
  await screen.findByText('Dana Example')
  expect(screen.getByRole('searchbox', { name: 'Search leads' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Remove filter Industry: Retail & eCommerce' })).toBeVisible()
  expect(screen.queryByLabelText('Volume')).not.toBeInTheDocument()
  const toggle = screen.getByRole('button', { name: 'Filters' })
  expect(toggle).toHaveAttribute('aria-expanded', 'false')
  await userEvent.click(toggle)
  expect(toggle).toHaveAttribute('aria-expanded', 'true')
  await userEvent.selectOptions(screen.getByLabelText('Volume'), '100,000+')
  expect(window.location.search).toBe('?industry=retail&volume=over-100000')
})

test('shows when there are no leads', async () => {
  server.use(signedIn, withStats, withLeads())
  renderAdmin('?q=nobody')
  expect(await screen.findByText('No leads match')).toBeVisible()
})

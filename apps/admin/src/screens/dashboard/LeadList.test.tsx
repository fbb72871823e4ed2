import { getGetCurrentUserMockHandler } from '@app/api-client/mocks'
import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { lead, renderAdmin, signedIn, staff, useAdmin, withLeads, withStats } from '../../../test/admin.tsx'

const { server } = useAdmin()

afterEach(() => {
  vi.useRealTimers()
})

describe('the list', () => {
  test('opens a lead by a click anywhere on its row, but not by its links or while text is selected', async () => {
    server.use(signedIn, withStats, withLeads(lead()))
    renderAdmin()
    await userEvent.click(await screen.findByRole('link', { name: 'dana@example.com' }))
    expect(window.location.search).toBe('')
    vi.spyOn(Selection.prototype, 'toString').mockReturnValueOnce('Roof')
    await userEvent.click(screen.getByText('Example Roofing'))
    expect(window.location.search).toBe('')
    await userEvent.click(screen.getByText('Example Roofing'))
    expect(window.location.search).toBe('?lead=lead-1')
  })

  test('marks a possible duplicate with the reason', async () => {
    const third = lead({ id: 'lead-3', firstName: 'Cleo', duplicateBy: ['phone', 'name'] })
    const leads = [lead({ duplicateBy: ['email'] }), lead({ id: 'lead-2', firstName: 'Nia' }), third]
    server.use(signedIn, withStats, withLeads(...leads))
    renderAdmin()
    await screen.findByText('Nia Example')
    expect(screen.getAllByText(/^Same .* as another lead$/).map(({ textContent }) => textContent)).toEqual([
      'Same email as another lead',
      'Same phone number, name and company as another lead',
    ])
  })

  test('offers the pages that leads came from, including one that is only in the URL', async () => {
    server.use(signedIn, withStats, withLeads(lead()))
    renderAdmin('?source=Old%20Page')
    const sources = await screen.findByRole('combobox', { name: 'Source' })
    await within(sources).findByRole('option', { name: 'Spring Campaign' })
    expect(sources).toHaveValue('Old Page')
    await userEvent.selectOptions(sources, 'Spring Campaign')
    expect(window.location.search).toBe('?source=Spring+Campaign')
  })

  test('shows the CRM’s own status as a filter, and ignores invalid filters', async () => {
    server.use(signedIn, withStats, withLeads(lead()))
    renderAdmin('?status=in_negotiation&industry=space-travel&volume=7&converted=perhaps')
    expect(await screen.findByRole('combobox', { name: 'Status' })).toHaveValue('in_negotiation')
    const filters = within(screen.getByRole('list', { name: 'Active filters' })).getAllByRole('button')
    expect(filters.map(({ textContent }) => textContent)).toEqual(['Status: in_negotiation×', 'Clear all'])
  })

  test('filters by presets in the business’s time zone, and by custom dates', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-22T03:30:00Z'), toFake: ['Date'] })
    // Still the 21st in New York; already the 22nd in Tokyo.
    server.use(getGetCurrentUserMockHandler({ ...staff, businessTimeZone: 'Asia/Tokyo' }), withStats, withLeads(lead()))
    renderAdmin()
    const dates = await screen.findByRole('combobox', { name: 'Dates' })
    await userEvent.selectOptions(dates, 'Today')
    expect(window.location.search).toBe('?from=2026-11-22')
    await userEvent.selectOptions(dates, 'Last 7 days')
    expect(window.location.search).toBe('?from=2026-11-16')
    await userEvent.selectOptions(dates, 'This month')
    expect(window.location.search).toBe('?from=2026-11-01')
    expect(screen.getByRole('button', { name: 'Remove filter Dates: since Nov 1, 2026' })).toBeVisible()
    expect(screen.queryByLabelText('To')).not.toBeInTheDocument()
    await userEvent.selectOptions(dates, 'Custom range…')
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-11-10' } })
    const chip = await screen.findByRole('button', { name: 'Remove filter Dates: Nov 1, 2026 – Nov 10, 2026' })
    expect(window.location.search).toBe('?from=2026-11-01&to=2026-11-10')
    await userEvent.click(chip)
    expect(window.location.search).toBe('')
  })

  test('shows when results only match by similar spelling', async () => {
    const similar = http.get('*/api/admin/leads', () =>
      HttpResponse.json([lead()], { headers: { 'X-Total-Count': '1', 'X-Search-Similar': 'true' } }),
    )
    server.use(signedIn, withStats, similar)
    renderAdmin('?q=dsna')
    expect(await screen.findByText('No exact matches. Showing results with similar spelling.')).toBeVisible()
  })

  test('starts from the first page if the cursor in the URL is invalid', async () => {
    const known = http.get('*/api/admin/leads', ({ request }) =>
      new URL(request.url).searchParams.has('cursor')
        ? HttpResponse.json(
            { type: 'about:blank', title: 'Bad Request', status: 400, code: 'invalid_cursor', requestId: 'req-1' },
            { status: 400 },
          )
        : HttpResponse.json([lead()], { headers: { 'X-Total-Count': '1' } }),
    )
    server.use(signedIn, withStats, known)
    renderAdmin('?cursor=made-up&page=7&status=synced')
    expect(await screen.findByText('Dana Example')).toBeVisible()
    expect(screen.getByText(/^This page no longer exists/)).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(window.location.search).toBe('?status=synced')
  })

  test('handles single keys after a click on a choice', async () => {
    server.use(signedIn, withStats, withLeads(lead()))
    renderAdmin('?chart=leads')
    await screen.findByText('Dana Example')
    await userEvent.click(await screen.findByRole('radio', { name: '90 days' }))
    await userEvent.keyboard('/')
    expect(screen.getByRole('searchbox', { name: 'Search leads' })).toHaveFocus()
  })
})

import { getGetLeadStatusCountsMockHandler } from '@app/api-client/mocks'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { failing, lead, renderAdmin, signedIn, useAdmin, withLeads, withStats } from '../../../test/admin.tsx'

const { server } = useAdmin()

describe('views', () => {
  const tabs = () => screen.getAllByRole('tab').map((tab) => tab.textContent)
  const selected = () => screen.getByRole('tab', { selected: true }).textContent

  test('have counts, and each has a URL', async () => {
    const questions: string[] = []
    server.use(
      signedIn,
      withStats,
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
    // The count is for the whole view, without other filters.
    await waitFor(() => expect(questions.at(-1)).toBe('?status=sync_failed&order=name&limit=50'))
    expect(window.location.search).toBe('?order=name&status=sync_failed')
    expect(selected()).toBe('Sync Failed 2')
    await userEvent.keyboard('{ArrowRight}')
    expect(window.location.search).toBe('?order=name&status=synced')
    await userEvent.click(screen.getByRole('tab', { name: /^All/ }))
    expect(window.location.search).toBe('?order=name')
  })

  test('include a status of the CRM while it is the filter', async () => {
    server.use(
      signedIn,
      withStats,
      withLeads(lead()),
      getGetLeadStatusCountsMockHandler([{ status: 'qualified', leads: 7 }]),
    )
    renderAdmin('?status=qualified')
    await screen.findByText('Dana Example')
    await waitFor(() => expect(tabs()).toEqual(['All 7', 'New 0', 'Sync Failed 0', 'Synced 0', 'qualified 7', 'Spam ']))
    expect(selected()).toBe('qualified 7')
    expect(screen.getByRole('tabpanel')).toContainElement(screen.getByRole('table'))
  })

  test('are shown even if their counts fail to load', async () => {
    server.use(signedIn, withStats, withLeads(lead()), failing('/api/admin/stats/statuses', 500))
    renderAdmin()
    await screen.findByText('Dana Example')
    expect(tabs()).toEqual(['All ', 'New ', 'Sync Failed ', 'Synced ', 'Spam '])
  })
})

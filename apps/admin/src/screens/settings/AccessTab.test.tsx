import type { AccessEntry } from '@app/api-client'
import { getListAccessEntriesMockHandler, getListStaffMockHandler } from '@app/api-client/mocks'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { failing, renderAdmin, signedIn, useAdmin } from '../../../test/admin.tsx'
import { account } from '../../../test/records.ts'

const { server } = useAdmin()

const recordId = '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a11'
const entry = (changes: Partial<AccessEntry> = {}): AccessEntry => ({
  id: 'entry-1',
  createdAt: '2025-11-20T15:00:00.000Z',
  lastAt: '2025-11-20T15:04:05.123Z',
  kind: 'open',
  staffId: account().id,
  staffName: 'Nia Example',
  role: 'editor',
  credential: '5f2b8c01d3aa',
  network: '203.0.113.0/24',
  list: 'leads',
  recordId,
  recordName: 'Dana Example',
  filters: [],
  times: 1,
  ...changes,
})
const gone = { recordId: undefined, recordName: undefined }

const open = (...entries: AccessEntry[]) => {
  server.use(signedIn, getListStaffMockHandler([account()]), getListAccessEntriesMockHandler(entries))
  renderAdmin('/settings?tab=access')
}
const listed = async () =>
  within(await screen.findByRole('list', { name: 'Access log' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent)

describe('the access log', () => {
  test('shows action, record, person, network, and time', async () => {
    open(
      entry({ times: 3 }),
      entry({ id: 'b', kind: 'search', rows: 12, ...gone }),
      entry({
        id: 'c',
        kind: 'export',
        list: 'sample_requests',
        rows: 1_204,
        filters: [
          { name: 'q', value: 'set' },
          { name: 'from', value: '2025-11-01' },
        ],
        ...gone,
      }),
      entry({ id: 'd', kind: 'export', ...gone }),
      entry({ id: 'e', recordId: undefined, recordName: undefined }),
      entry({ id: 'f', kind: 'privacy_erase', recordName: undefined }),
    )
    const who = 'Nia Exampleeditor · from 203.0.113.0/24 · session 5f2b8cNov 20, 2025, 10:04 AM'
    expect(await listed()).toEqual([
      `Viewed3 timesDana ExampleAll access to this record${who}`,
      `Searched12 rowsLeads${who}`,
      `Exported as a file1,204 rowsSample requestsq · from: 2025-11-01${who}`,
      `Exported as a fileincompleteLeads${who}`,
      `ViewedA lead that was erased${who}`,
      `Erased a personA lead that no longer existsAll access to this record${who}`,
    ])
    expect(screen.getByRole('link', { name: 'Dana Example' })).toHaveAttribute('href', `/admin/leads?lead=${recordId}`)
  })

  test('names the account whose pieces were viewed, searched, or exported, and the piece', async () => {
    const pieces = { list: 'pieces', recordName: 'Tulsa Roofing Example' } as const
    const pieceId = 'piece_4Hs8pL2vXe9JwR5tYn7C'
    open(
      entry({ ...pieces, pieceId }),
      entry({ ...pieces, id: 'b', kind: 'search', rows: 1 }),
      entry({ ...pieces, id: 'c', kind: 'export', rows: 2, filters: [{ name: 'run', value: '128' }] }),
    )
    expect(await listed()).toEqual([
      expect.stringMatching(`^ViewedTulsa Roofing Example, ${pieceId}All access`),
      expect.stringMatching('^Searched1 rowTulsa Roofing ExampleAll access'),
      expect.stringMatching('^Exported as a file2 rowsTulsa Roofing Examplerun: 128All access'),
    ])
    expect(screen.getByRole('link', { name: `Tulsa Roofing Example, ${pieceId}` })).toHaveAttribute(
      'href',
      `/admin/accounts?account=${recordId}&piece=${pieceId}`,
    )
  })

  test('filters by account, action, and record, in the URL', async () => {
    open(entry())
    await listed()
    const searches: string[] = []
    server.use(
      http.get('*/api/admin/access-entries', ({ request }) => {
        searches.push(new URL(request.url).search)
        return HttpResponse.json([entry()])
      }),
    )
    await userEvent.selectOptions(screen.getByLabelText('Staff member'), 'Nia Example')
    await userEvent.selectOptions(screen.getByLabelText('Action'), 'Viewed')
    await userEvent.click(screen.getByRole('button', { name: /^All access to this record/ }))
    const all = `?limit=50&staffId=${account().id}&kind=open&recordId=${recordId}`
    await waitFor(() => expect(searches.at(-1)).toBe(all))
    expect(window.location.search).toBe(`?tab=access&person=${account().id}&kind=open&record=${recordId}`)
    await userEvent.click(await screen.findByRole('button', { name: 'Show all records' }))
    await waitFor(() => expect(window.location.search).not.toContain('record'))
    await userEvent.click(screen.getByRole('tab', { name: 'Staff' }))
    await waitFor(() => expect(window.location.search).toBe(''))
  })

  test('shows an empty state, and a failure can be retried', async () => {
    server.use(signedIn, getListStaffMockHandler([]), failing('/api/admin/access-entries', 500, 'req-8'))
    renderAdmin('/settings?tab=access')
    expect(await screen.findByText('req-8')).toBeVisible()
    server.use(getListAccessEntriesMockHandler([]))
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('No entries yet')).toBeVisible()
    expect(screen.getByText(/leads, sample requests, and mail pieces in the last 180 days/)).toBeVisible()
  })
})

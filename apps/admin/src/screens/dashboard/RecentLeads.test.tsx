import {
  getGetCurrentUserMockHandler,
  getGetLeadStatusCountsMockHandler,
  getRetryFailedLeadSyncsMockHandler,
} from '@app/api-client/mocks'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  lead,
  refusing,
  renderAdmin,
  signedIn,
  staff,
  toast,
  useAdmin,
  withLeads,
  withStats,
} from '../../../test/admin.tsx'
import { readLayout } from '../../leads/lead-columns.ts'

const { server } = useAdmin()

beforeEach(() => server.use(signedIn, withStats, withLeads(lead())))
afterEach(() => {
  localStorage.clear()
  vi.useRealTimers()
})

/** Responds to each request for the list, and records its query. */
function noteQuestions(answer: (query: URLSearchParams) => unknown = () => HttpResponse.json([lead()])): string[] {
  const questions: string[] = []
  server.use(
    http.get('*/api/admin/leads', async ({ request }) => {
      const { search, searchParams } = new URL(request.url)
      questions.push(search)
      return (await answer(searchParams)) as HttpResponse<never>
    }),
  )
  return questions
}

describe('finding leads', () => {
  test('uses the same filters in the URL, the request, the chips, the choices, and the export', async () => {
    const all = Promise.withResolvers<undefined>()
    const questions = noteQuestions(async (query) => {
      if (query.has('volume')) return HttpResponse.json([])
      await all.promise
      return HttpResponse.json([lead()])
    })
    renderAdmin('?industry=space-travel&converted=perhaps&status=in_negotiation&volume=over-100000&source=Old%20Page')
    expect(await screen.findByText('No leads match')).toBeVisible()
    // Values outside the contract are not sent. The CRM adds its own statuses, and an old page may have become rare.
    expect(questions).toEqual(['?status=in_negotiation&volume=over-100000&source=Old%20Page&limit=50'])
    const filters = within(screen.getByRole('list', { name: 'Active filters' })).getAllByRole('button')
    expect(filters.map(({ textContent }) => textContent)).toEqual([
      'Status: in_negotiation×',
      'Volume: 100,000+×',
      'Source: Old Page×',
      'Clear all',
    ])
    const sources = screen.getByLabelText('Source')
    expect(sources).toHaveValue('Old Page')
    await within(sources).findByText('Spring Campaign')
    await userEvent.selectOptions(sources, 'Spring Campaign')
    await userEvent.selectOptions(screen.getByLabelText('Status'), 'Sync Failed')
    const query = 'status=sync_failed&volume=over-100000&source=Spring%20Campaign'
    await waitFor(() => expect(questions.at(-1)).toBe(`?${query}&limit=50`))
    expect(screen.getByRole('button', { name: 'Remove filter Volume: 100,000+' })).toBeVisible()
    const file = screen.getByRole('link', { name: 'Export CSV' })
    expect(file).toHaveAttribute('href', `/api/admin/leads/export?${query}`)

    // A table without rows is busy while rows for another filter load.
    const table = () => screen.getByRole('table', { name: 'Recent Leads' })
    await waitFor(() => expect(table()).toHaveAttribute('aria-busy', 'false'))
    await userEvent.click(screen.getByText('Clear all'))
    await waitFor(() => expect(table()).toHaveAttribute('aria-busy', 'true'))
    expect(window.location.search).toBe('')
    all.resolve(undefined)
    expect(await screen.findByText('Dana Example')).toBeVisible()
    expect(table()).toHaveAttribute('aria-busy', 'false')
  })

  test('filters by presets in the business’s time zone, and by custom dates', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-22T03:30:00Z'), toFake: ['Date'] })
    // Still the 21st in New York, but already the 22nd in Tokyo.
    server.use(getGetCurrentUserMockHandler({ ...staff, businessTimeZone: 'Asia/Tokyo' }))
    renderAdmin()
    const dates = await screen.findByLabelText('Dates')
    for (const [preset, query] of [
      ['Today', '?from=2026-11-22'],
      ['Last 7 days', '?from=2026-11-16'],
      ['This month', '?from=2026-11-01'],
    ] as const) {
      await userEvent.selectOptions(dates, preset)
      expect(window.location.search).toBe(query)
    }
    expect(screen.getByRole('button', { name: 'Remove filter Dates: since Nov 1, 2026' })).toBeVisible()
    expect(screen.queryByLabelText('To')).not.toBeInTheDocument()
    await userEvent.selectOptions(dates, 'Custom range…')
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-11-10' } })
    const chip = await screen.findByRole('button', { name: 'Remove filter Dates: Nov 1, 2026 – Nov 10, 2026' })
    expect(window.location.search).toBe('?from=2026-11-01&to=2026-11-10')
    await userEvent.click(chip)
    expect(window.location.search).toBe('')
  })

  test('explains similar spellings, and shows the first page if the cursor in the URL is invalid', async () => {
    noteQuestions((query) =>
      query.has('cursor')
        ? HttpResponse.json({ status: 400, code: 'invalid_cursor', requestId: 'req-1' }, { status: 400 })
        : HttpResponse.json([lead()], { headers: { 'X-Total-Count': '1', 'X-Search-Similar': 'true' } }),
    )
    renderAdmin('?cursor=made-up&page=7&q=dsna')
    expect(await screen.findByText('Dana Example')).toBeVisible()
    expect(screen.getByText(/^This page no longer exists/)).toBeVisible()
    expect(screen.getByText('No exact matches. Showing results with similar spelling.')).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(window.location.search).toBe('?q=dsna')
  })

  test('a slash focuses the search, even after a click on a choice, and the typed text is in the URL', async () => {
    renderAdmin('?chart=leads')
    await screen.findByText('Dana Example')
    await userEvent.click(await screen.findByLabelText('90 days'))
    await userEvent.keyboard('/')
    expect(screen.getByRole('searchbox', { name: 'Search leads' })).toHaveFocus()
    await userEvent.paste('dana')
    await waitFor(() => expect(window.location.search).toBe('?chart=leads&days=90&q=dana'))
  })
})

describe('the table', () => {
  test('opens a lead on a click anywhere in its row, except on its links or while text is selected', async () => {
    renderAdmin()
    await userEvent.click(await screen.findByRole('link', { name: 'dana@example.com' }))
    expect(window.location.search).toBe('')
    vi.spyOn(Selection.prototype, 'toString').mockReturnValueOnce('Roof')
    await userEvent.click(screen.getByText('Example Roofing'))
    expect(window.location.search).toBe('')
    await userEvent.click(screen.getByText('Example Roofing'))
    expect(window.location.search).toBe('?lead=lead-1')
  })

  test('sorts by its headers and keeps the order in the URL, with the default for an unknown order', async () => {
    const questions = noteQuestions()
    renderAdmin('?order=id;drop&page=2&cursor=abc')
    await screen.findByText('Dana Example')
    const head = (name: string) => screen.getByRole('columnheader', { name })
    const sortBy = (name: string) => userEvent.click(within(head(name)).getByRole('button'))
    expect(head('Date')).toHaveAttribute('aria-sort', 'descending')
    for (const [name, order, direction] of [
      ['Date', 'oldest', 'ascending'],
      ['Contact', 'name', 'ascending'],
      ['Contact', 'name-reversed', 'descending'],
      ['Status', 'status', 'ascending'],
      ['Company', 'company', 'ascending'],
    ] as const) {
      await sortBy(name)
      await waitFor(() => expect(questions.at(-1)).toBe(`?order=${order}&limit=50`))
      expect(window.location.search).toBe(`?order=${order}`)
      expect(head(name)).toHaveAttribute('aria-sort', direction)
    }
    const heads = screen.getAllByRole('columnheader')
    expect(heads.filter((one) => one.ariaSort)).toHaveLength(1)
    const sortable = heads.filter((one) => one.querySelector('button')).map((one) => one.textContent)
    expect(sortable).toEqual(['Contact', 'Company', 'Date', 'Status'])
    await sortBy('Date')
    expect(window.location.search).toBe('')
  })

  test('remembers the chosen columns and row height', async () => {
    const { unmount } = renderAdmin()
    await screen.findByText('Dana Example')
    await userEvent.click(screen.getByText('Columns'))
    const choice = within(await screen.findByRole('dialog', { name: 'Columns and row height' }))
    await userEvent.click(choice.getByLabelText('Industry'))
    await userEvent.click(choice.getByLabelText('Compact'))
    const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent)
    expect(heads()).toEqual(['Contact', 'Company', 'Volume', 'Date', 'Status'])
    unmount()
    renderAdmin()
    await screen.findByText('Dana Example')
    expect(heads()).toEqual(['Contact', 'Company', 'Volume', 'Date', 'Status'])
    const table = screen.getByRole('table')
    expect(table).toHaveAttribute('data-density', 'compact')
    expect(table).not.toHaveTextContent('Home Services')
    // The file omits the same column, and keeps columns that the table doesn't have.
    const columns =
      'id,status,createdAt,firstSource,firstCampaign,firstPage,firstPiece,lastSource,lastCampaign,lastPage,lastPiece,firstName,lastName,email,phone,company,message,volume,source,owner,stage,lostReason,lostNote,wonValue,nextStep,nextStepOn'
    const file = screen.getByRole('link', { name: 'Export CSV' })
    expect(file).toHaveAttribute('href', `/api/admin/leads/export?columns=${columns}`)
  })

  test.each(['{}', 'null', '{"hidden":', '"text"', '{"hidden":7,"density":7}'])(
    'replaces a stored layout of %s with the default layout',
    (text) => {
      const layout = { hidden: [], density: 'comfortable' } as const
      expect(readLayout(text, layout)).toEqual(layout)
    },
  )
})

test('retries all failed syncs in batches with progress, and skips records that fail again', async () => {
  const second = Promise.withResolvers<void>()
  let calls = 0
  const answers = [
    // Someone else has locked the remaining records.
    { requeued: 0, remaining: 5 },
    { requeued: 1000, remaining: 1500 },
    { requeued: 1000, remaining: 1500 },
    { requeued: 500, remaining: 1000 },
  ]
  server.use(refusing('post', '/api/admin/leads/retry-sync', 500))
  renderAdmin()
  const button = await screen.findByRole('button', { name: 'Retry failed leads' })
  await userEvent.click(button)
  await waitFor(() => expect(toast()).toHaveTextContent('ErrorFailed to retry the CRM sync'))

  server.use(
    getRetryFailedLeadSyncsMockHandler(async () => {
      calls += 1
      if (calls === 3) await second.promise
      return answers[calls - 1] ?? { requeued: 1, remaining: 999 }
    }),
  )
  await userEvent.click(button)
  expect(await screen.findByText('0 leads queued again')).toBeVisible()
  await userEvent.click(button)
  expect(await screen.findByText('1,000 of 2,500 leads queued again')).toBeVisible()
  // Nothing is left to retry, so the focus moves on from the button that disappears.
  server.use(getGetLeadStatusCountsMockHandler([{ status: 'new', leads: 2_500 }]))
  second.resolve()
  expect(await screen.findByText('2,500 leads queued again')).toBeVisible()
  await waitFor(() => expect(button).not.toBeInTheDocument())
  expect(calls).toBe(4)
  expect(screen.getByRole('heading', { name: 'Recent Leads' })).toHaveFocus()
})

test('phones show cards instead of a table, a select for the sort order, and collapsed filters', async () => {
  const wide = window.matchMedia
  // Matches a phone's screen, but not paper.
  vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    Object.assign(wide(media), { matches: media === 'screen and (max-width: 47.99em)' }),
  )
  const two = [lead({ id: 'a' }), lead({ id: 'b', firstName: 'Nia', company: null })]
  const questions = noteQuestions((query) => HttpResponse.json(query.has('volume') ? [] : two))
  renderAdmin('?industry=retail')
  await screen.findByText('Nia Example')
  const cards = [...document.querySelectorAll('[data-row]')]
  expect(cards.map((card) => card.textContent?.replace(/\s/g, ' '))).toEqual([
    'Dana Example Synced Example Roofing Nov 19, 2025, 4:14 PM',
    'Nia Example Synced dana@example.com Nov 19, 2025, 4:14 PM',
  ])
  expect(screen.queryByRole('columnheader')).not.toBeInTheDocument()
  expect(screen.queryByText('Columns')).not.toBeInTheDocument()

  await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Company, Z to A')
  await waitFor(() => expect(questions.at(-1)).toBe('?industry=retail&order=company-reversed&limit=50'))

  expect(screen.getByRole('button', { name: 'Remove filter Industry: Retail & eCommerce' })).toBeVisible()
  expect(screen.queryByLabelText('Volume')).not.toBeInTheDocument()
  const toggle = screen.getByRole('button', { name: 'Filters' })
  expect(toggle).toHaveAttribute('aria-expanded', 'false')
  await userEvent.click(toggle)
  expect(toggle).toHaveAttribute('aria-expanded', 'true')
  await userEvent.selectOptions(screen.getByLabelText('Volume'), '100,000+')
  expect(await screen.findByText('No leads match')).toBeVisible()
  await userEvent.click(screen.getByText('Clear all'))
  await screen.findByText('Nia Example')
  await userEvent.keyboard('jj{Enter}')
  expect(window.location.search).toBe('?order=company-reversed&lead=b')
})

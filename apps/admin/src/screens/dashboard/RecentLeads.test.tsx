import { getGetLeadStatusCountsMockHandler, getRetryFailedLeadSyncsMockHandler } from '@app/api-client/mocks'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, describe, expect, test } from 'vitest'
import {
  failing,
  lead,
  refusing,
  renderAdmin,
  signedIn,
  useAdmin,
  withLeads,
  withStats,
  toast,
} from '../../../test/admin.tsx'

const { server, requested } = useAdmin()
afterEach(() => localStorage.clear())

describe('finding leads', () => {
  test('URL, request, chips, and export have the same filters', async () => {
    const questions: string[] = []
    server.use(
      signedIn,
      withStats,
      http.get('*/api/admin/leads', ({ request }) => {
        questions.push(new URL(request.url).search)
        return HttpResponse.json([])
      }),
    )
    renderAdmin('?industry=space-travel&volume=over-100000')
    expect(await screen.findByText('No leads match')).toBeVisible()
    // A value outside the contract is not sent.
    expect(questions).toEqual(['?volume=over-100000&limit=50'])
    await userEvent.selectOptions(screen.getByLabelText('Status'), 'Sync Failed')
    await waitFor(() => expect(questions.at(-1)).toBe('?status=sync_failed&volume=over-100000&limit=50'))
    expect(screen.getByRole('button', { name: 'Remove filter Volume: 100,000+' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Export CSV' })).toHaveAttribute(
      'href',
      '/api/admin/leads/export?status=sync_failed&volume=over-100000',
    )
    await userEvent.click(screen.getByRole('button', { name: 'Clear all' }))
    expect(await screen.findByText('No leads found')).toBeVisible()
    expect(window.location.search).toBe('')
  })

  test('a table without rows is busy while the rows of another filter load', async () => {
    const answer = Promise.withResolvers<undefined>()
    server.use(
      signedIn,
      withStats,
      http.get('*/api/admin/leads', async ({ request }) => {
        if (new URL(request.url).searchParams.has('volume')) return HttpResponse.json([])
        await answer.promise
        return HttpResponse.json([lead()])
      }),
    )
    renderAdmin('?volume=over-100000')
    await screen.findByText('No leads match')
    const table = () => screen.getByRole('table', { name: 'Recent Leads' })
    expect(table()).toHaveAttribute('aria-busy', 'false')
    await userEvent.click(screen.getByRole('button', { name: 'Clear all' }))
    await waitFor(() => expect(table()).toHaveAttribute('aria-busy', 'true'))
    answer.resolve(undefined)
    expect(await screen.findByText('Dana Example')).toBeVisible()
    expect(table()).toHaveAttribute('aria-busy', 'false')
  })

  test('a slash focuses the search, which waits for a pause in typing', async () => {
    server.use(signedIn, withStats, withLeads(lead()))
    renderAdmin()
    await screen.findByText('Dana Example')
    await userEvent.keyboard('/')
    expect(screen.getByRole('searchbox', { name: 'Search leads' })).toHaveFocus()
    await userEvent.keyboard('dana')
    await waitFor(() => expect(window.location.search).toBe('?q=dana'))
    // One request for four letters.
    await waitFor(() => expect(requested.filter((path) => path === '/api/admin/leads')).toHaveLength(2))
  })
})

describe('the table', () => {
  test('can be sorted by its headers, and the order is in the URL', async () => {
    const questions: string[] = []
    server.use(
      signedIn,
      withStats,
      http.get('*/api/admin/leads', ({ request }) => {
        questions.push(new URL(request.url).search)
        return HttpResponse.json([lead()])
      }),
    )
    renderAdmin('?page=2&cursor=abc')
    await screen.findByText('Dana Example')
    const head = (name: string) => screen.getByRole('columnheader', { name })
    const sortBy = (name: string) => userEvent.click(within(head(name)).getByRole('button'))
    expect(head('Date')).toHaveAttribute('aria-sort', 'descending')
    await sortBy('Date')
    await waitFor(() => expect(questions.at(-1)).toBe('?order=oldest&limit=50'))
    expect(head('Date')).toHaveAttribute('aria-sort', 'ascending')
    expect(window.location.search).toBe('?order=oldest')
    for (const [name, order, direction] of [
      ['Contact', 'name', 'ascending'],
      ['Contact', 'name-reversed', 'descending'],
      ['Status', 'status', 'ascending'],
      ['Company', 'company', 'ascending'],
      ['Company', 'company-reversed', 'descending'],
    ] as const) {
      await sortBy(name)
      await waitFor(() => expect(questions.at(-1)).toBe(`?order=${order}&limit=50`))
      expect(window.location.search).toBe(`?order=${order}`)
      expect(head(name)).toHaveAttribute('aria-sort', direction)
      expect(screen.getAllByRole('columnheader').filter((one) => one.ariaSort)).toHaveLength(1)
    }
    expect(within(head('Industry')).queryByRole('button')).not.toBeInTheDocument()
    await sortBy('Date')
    expect(window.location.search).toBe('')
  })

  test('treats an unknown order as the default', async () => {
    server.use(signedIn, withStats, withLeads(lead()))
    renderAdmin('?order=id;drop')
    await screen.findByText('Dana Example')
    expect(screen.getByRole('columnheader', { name: 'Date' })).toHaveAttribute('aria-sort', 'descending')
  })

  test('remembers the chosen columns and row height', async () => {
    server.use(signedIn, withStats, withLeads(lead()))
    const { unmount } = renderAdmin()
    await screen.findByText('Dana Example')
    await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
    const choice = within(await screen.findByRole('dialog', { name: 'Columns and row height' }))
    await userEvent.click(choice.getByRole('checkbox', { name: 'Industry' }))
    await userEvent.click(choice.getByLabelText('Compact'))
    const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent)
    expect(heads()).toEqual(['Contact', 'Company', 'Volume', 'Date', 'Status'])
    unmount()
    renderAdmin()
    await screen.findByText('Dana Example')
    expect(heads()).toEqual(['Contact', 'Company', 'Volume', 'Date', 'Status'])
    expect(screen.getByRole('table')).toHaveAttribute('data-density', 'compact')
    expect(within(screen.getByRole('table')).queryByText('Home Services')).not.toBeInTheDocument()
    // The file leaves out the same column, and keeps those that the table doesn't have.
    const file = new URL(
      screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href') ?? '',
      'http://localhost',
    )
    expect(file.searchParams.get('columns')).toBe(
      'id,status,createdAt,firstSource,firstCampaign,firstPage,firstPiece,lastSource,lastCampaign,lastPage,lastPiece,firstName,lastName,email,phone,company,message,volume,source,owner,stage,lostReason,lostNote,wonValue,nextStep,nextStepOn',
    )
  })

  test.each(['{}', 'null', '{"hidden":', '"text"'])(
    'a stored layout of %s is replaced by the default one',
    async (text) => {
      window.localStorage.setItem('lead-table', text)
      server.use(signedIn, withStats, withLeads(lead()))
      renderAdmin()
      expect(await screen.findByText('Dana Example')).toBeVisible()
      expect(screen.getByRole('columnheader', { name: 'Industry' })).toBeVisible()
      window.localStorage.clear()
    },
  )
})

describe('all failed syncs', () => {
  test.each([
    [1, '1 lead queued again'],
    [12, '12 leads queued again'],
  ])('%d of them', async (requeued, text) => {
    server.use(signedIn, withStats, withLeads(), getRetryFailedLeadSyncsMockHandler({ requeued, remaining: 0 }))
    renderAdmin()
    const button = await screen.findByRole('button', { name: 'Retry failed leads' })
    server.use(getGetLeadStatusCountsMockHandler([{ status: 'new', leads: requeued }]))
    await userEvent.click(button)
    expect(await screen.findByText(text)).toBeVisible()
    // Nothing is left to retry; the focus moves on from the button that disappeared.
    await waitFor(() => expect(button).not.toBeInTheDocument())
    expect(screen.getByRole('heading', { name: 'Recent Leads' })).toHaveFocus()
  })

  test('run in batches with progress, and skip records that fail again', async () => {
    const answers = [
      { requeued: 1000, remaining: 1500 },
      { requeued: 1000, remaining: 1500 },
      { requeued: 500, remaining: 1000 },
    ]
    const second = Promise.withResolvers<void>()
    let calls = 0
    server.use(
      signedIn,
      withStats,
      withLeads(),
      getRetryFailedLeadSyncsMockHandler(async () => {
        calls += 1
        if (calls === 2) await second.promise
        return answers[calls - 1] ?? { requeued: 1, remaining: 999 }
      }),
    )
    renderAdmin()
    await userEvent.click(await screen.findByRole('button', { name: 'Retry failed leads' }))
    expect(await screen.findByText('1,000 of 2,500 leads queued again')).toBeVisible()
    second.resolve()
    expect(await screen.findByText('2,500 leads queued again')).toBeVisible()
    await waitFor(() => expect(screen.queryByText(/queued again/)).not.toBeInTheDocument())
    expect(calls).toBe(3)
  })

  test('end when the remaining records are locked by someone else', async () => {
    server.use(signedIn, withStats, withLeads(), getRetryFailedLeadSyncsMockHandler({ requeued: 0, remaining: 5 }))
    renderAdmin()
    await userEvent.click(await screen.findByRole('button', { name: 'Retry failed leads' }))
    expect(await screen.findByText('0 leads queued again')).toBeVisible()
  })

  test('are not offered without failures', async () => {
    server.use(
      signedIn,
      withStats,
      withLeads(lead()),
      getGetLeadStatusCountsMockHandler([{ status: 'synced', leads: 7 }]),
    )
    renderAdmin()
    expect(await screen.findByRole('tab', { name: 'Synced 7' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Retry failed leads' })).not.toBeInTheDocument()
  })

  test('are offered when their number fails to load', async () => {
    server.use(signedIn, withStats, withLeads(lead()), failing('/api/admin/stats/statuses', 500))
    renderAdmin()
    expect(await screen.findByRole('button', { name: 'Retry failed leads' })).toBeVisible()
  })

  test('show an error if the retry fails', async () => {
    server.use(signedIn, withStats, withLeads(), refusing('post', '/api/admin/leads/retry-sync', 500))
    renderAdmin()
    await userEvent.click(await screen.findByRole('button', { name: 'Retry failed leads' }))
    await waitFor(() => expect(toast()).toHaveTextContent('ErrorFailed to retry the CRM sync'))
  })
})

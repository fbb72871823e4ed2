import { ApiError } from '@app/api-client'
import { AppProviders, createQueryClient } from '@app/ui'
import { stubBrowser } from '@app/ui/stub-browser'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { BrowserRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type PageQuery, PagedList } from './PagedList.tsx'

stubBrowser()
beforeEach(() => window.history.replaceState(null, '', '/things'))
afterEach(cleanup)

const queryClient = createQueryClient()
const headers = new Headers({ Link: '</api/things?cursor=two>; rel="next"', 'X-Total-Count': '3' })

const query = (changes: Partial<PageQuery<string>> = {}): PageQuery<string> => ({
  data: { data: ['first', 'second'], headers },
  error: null,
  isFetching: false,
  isPlaceholderData: false,
  refetch: () => undefined,
  ...changes,
})

function Things({ of }: { of: PageQuery<string> }) {
  return (
    <>
      <PagedList
        query={of}
        failure="The things could not be loaded"
        loading={<p>Loading things</p>}
        empty={<p>No things yet</p>}
      >
        {(things, list) => (
          <ul {...list} aria-label="Things">
            {things.map((thing) => (
              <li key={thing}>{thing}</li>
            ))}
          </ul>
        )}
      </PagedList>
      <output>{useLocation().search}</output>
    </>
  )
}

const inApp = (of: PageQuery<string>) => (
  <AppProviders queryClient={queryClient} env="test">
    <BrowserRouter>
      <Things of={of} />
    </BrowserRouter>
  </AppProviders>
)
const show = (of: PageQuery<string>) => render(inApp(of))
const list = () => screen.queryByRole('list', { name: 'Things' })
const pages = () => screen.queryByRole('navigation', { name: 'Pages' })

describe('PagedList', () => {
  test('shows only the placeholder while its first page loads', () => {
    show(query({ data: undefined, isFetching: true }))
    expect(screen.getByText('Loading things')).toBeVisible()
    expect(list()).not.toBeInTheDocument()
    expect(pages()).not.toBeInTheDocument()
  })

  test('shows the notice and no pager when there are no rows', () => {
    show(query({ data: { data: [], headers: new Headers() } }))
    expect(screen.getByText('No things yet')).toBeVisible()
    expect(list()).not.toBeInTheDocument()
    expect(screen.queryByText(/^Showing/)).not.toBeInTheDocument()
  })

  test('replaces a list that failed to load with the reason and a retry', async () => {
    const refetch = vi.fn<() => void>()
    show(query({ data: undefined, error: new Error('no answer'), refetch }))
    expect(screen.getByText('The things could not be loaded')).toBeVisible()
    expect(screen.queryByText('Loading things')).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(refetch).toHaveBeenCalledOnce()
  })

  test('keeps its rows below the reason when a refresh fails', () => {
    show(query({ error: new Error('no answer') }))
    expect(screen.getByText('The things could not be loaded')).toBeVisible()
    expect(list()).toHaveTextContent('first')
  })

  test('marks the previous rows as stale while the next page loads', () => {
    show(query({ isPlaceholderData: true, isFetching: true }))
    expect(list()).toHaveAttribute('aria-busy', 'true')
    expect(list()).toHaveTextContent('first')
  })

  test('keeps the page in the URL, focuses its rows, and stops at the last page', async () => {
    const { rerender } = show(query())
    expect(list()).toHaveAttribute('aria-busy', 'false')
    expect(screen.getByText('Showing 2 of 3')).toBeVisible()
    await userEvent.click(screen.getByText('Next page'))
    expect(screen.getByText('?cursor=two&page=2')).toBeVisible()
    expect(list()).toHaveFocus()

    rerender(inApp(query({ data: { data: ['third'], headers: new Headers({ 'X-Total-Count': '3' }) } })))
    expect(screen.getByText('Showing 1 of 3 · page 2')).toBeVisible()
    expect(screen.queryByText('Next page')).not.toBeInTheDocument()
    await userEvent.click(screen.getByText('First page'))
    expect(screen.queryByText('?cursor=two&page=2')).not.toBeInTheDocument()
  })

  test('reports a lost page, but not again after a reload', () => {
    window.history.replaceState(null, '', '/things?cursor=old&page=2')
    const lost = new ApiError(400, '{"code":"invalid_cursor"}', '')
    const { rerender } = show(query({ data: undefined, error: lost }))
    rerender(inApp(query()))
    expect(screen.getByText(/^This page no longer exists/)).toBeVisible()
    expect(window.location.search).toBe('')

    cleanup()
    vi.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(1)
    show(query())
    expect(list()).toBeVisible()
    expect(screen.queryByText(/^This page no longer exists/)).not.toBeInTheDocument()
  })
})

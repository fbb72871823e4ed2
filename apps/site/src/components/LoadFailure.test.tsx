import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { LoadFailure } from './LoadFailure.tsx'

const section = (query: { isFetching: boolean; refetch: () => void } | undefined) => (
  <main>
    <h2 tabIndex={-1}>Packages</h2>
    {query && (
      <LoadFailure query={query} className={undefined}>
        It could not be loaded.
      </LoadFailure>
    )}
  </main>
)

test('the focus stays on the button while it loads, then moves to the heading', async () => {
  const refetch = vi.fn<() => void>()
  const { rerender } = render(section({ isFetching: false, refetch }))
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  rerender(section({ isFetching: true, refetch }))
  const button = screen.getByRole('button', { name: 'Loading...' })
  expect(button).toHaveFocus()
  await userEvent.click(button)
  expect(refetch).toHaveBeenCalledOnce()
  rerender(section(undefined))
  await waitFor(() => expect(screen.getByRole('heading')).toHaveFocus())
})

import { stubBrowser } from '@app/ui/stub-browser'
import { AppProviders, createQueryClient } from '@app/ui'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { type Navigator, Router } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { SearchBox } from './SearchBox.tsx'

stubBrowser()
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('keeps text typed while the URL changes, and follows Back and Forward', () => {
  vi.useFakeTimers()
  const replace = vi.fn<Navigator['replace']>()
  const navigator = { createHref: () => '/admin', go: () => {}, push: () => {}, replace }
  const queryClient = createQueryClient()
  const boxAt = (q: string) => (
    <AppProviders queryClient={queryClient} env="test">
      <Router location={{ pathname: '/admin', search: q && `?q=${q}` }} navigator={navigator}>
        <SearchBox label="Search" />
      </Router>
    </AppProviders>
  )
  const { rerender } = render(boxAt(''))
  const field = screen.getByRole('searchbox')
  const type = (value: string) => fireEvent.change(field, { target: { value } })
  const pause = () => act(() => void vi.advanceTimersByTime(250))

  type('da')
  pause()
  expect(replace.mock.lastCall?.[0]).toMatchObject({ search: '?q=da' })
  type('dan')
  rerender(boxAt('da'))
  expect(field).toHaveValue('dan')

  pause()
  rerender(boxAt('dan'))
  rerender(boxAt(''))
  expect(field).toHaveValue('')
  rerender(boxAt('dan'))
  expect(field).toHaveValue('dan')

  type('dana')
  rerender(boxAt(''))
  pause()
  expect(field).toHaveValue('')
  expect(replace).toHaveBeenCalledTimes(2)
})

import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { showError, showSuccess } from './notify.ts'
import { renderScreen, useTestServer } from '../test/testing.tsx'

useTestServer()

describe('toasts', () => {
  beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }))
  afterEach(() => vi.useRealTimers())

  const area = () => screen.getByRole('region', { name: 'Notification' })
  const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms))

  test('the newest replaces the one on screen and the queue', async () => {
    renderScreen(<p>Page</p>)
    act(() => {
      showError({ title: 'Error', message: 'First' })
      showSuccess({ message: 'Second' })
      showSuccess({ message: 'Third' })
    })
    await pass(50)
    expect(within(area()).queryByText('First')).not.toBeInTheDocument()
    expect(within(area()).queryByText('Second')).not.toBeInTheDocument()
    expect(within(area()).getByRole('status')).toHaveTextContent('Third')
  })

  test('a failure is an alert', async () => {
    renderScreen(<p>Page</p>)
    act(() => showError({ title: 'Error', message: 'Failed to save template' }))
    await pass(50)
    expect(within(area()).getByRole('alert')).toHaveTextContent('ErrorFailed to save template')
  })

  test('a toast without auto-close stays until it is closed', async () => {
    renderScreen(<p>Page</p>)
    act(() => showError({ message: 'Check before you print', autoClose: false }))
    await pass(60_000)
    expect(screen.getByText('Check before you print')).toBeInTheDocument()
    fireEvent.click(screen.getByRole('button', { name: 'Close notification' }))
    await pass(50)
    expect(screen.queryByText('Check before you print')).not.toBeInTheDocument()
  })

  test('it closes after five seconds', async () => {
    renderScreen(<p>Page</p>)
    act(() => showSuccess({ message: 'Saved' }))
    await pass(4800)
    expect(screen.getByText('Saved')).toBeInTheDocument()
    await pass(400)
    expect(screen.queryByText('Saved')).not.toBeInTheDocument()
  })
})

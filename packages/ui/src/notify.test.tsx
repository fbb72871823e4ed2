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

  test('the newest replaces the one on screen and the queue; it closes after five seconds, or when it is closed', async () => {
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
    await pass(4750)
    expect(screen.getByText('Third')).toBeInTheDocument()
    await pass(400)
    expect(screen.queryByText('Third')).not.toBeInTheDocument()

    act(() => showError({ title: 'Error', message: 'Failed to save template', autoClose: false }))
    await pass(60_000)
    expect(within(area()).getByRole('alert')).toHaveTextContent('ErrorFailed to save template')
    fireEvent.click(screen.getByRole('button', { name: 'Close notification' }))
    await pass(50)
    expect(screen.queryByText('Failed to save template')).not.toBeInTheDocument()
  })
})

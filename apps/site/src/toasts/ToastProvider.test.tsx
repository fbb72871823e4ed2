import { render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import * as toasts from './toasts.ts'
import { ToastProvider } from './ToastProvider.tsx'

test('loads nothing to hide an error that was never shown', () => {
  const load = vi.spyOn(toasts, 'loadToastArea')
  const Success = () => {
    toasts.useToasts().clearError()
    return null
  }
  render(
    <ToastProvider>
      <Success />
    </ToastProvider>,
  )
  expect(load).not.toHaveBeenCalled()
})

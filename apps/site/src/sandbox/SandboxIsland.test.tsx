import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { firstDraft, storedSandboxDraft, storeSandboxDraft } from './draft.ts'
import { SandboxIsland } from './SandboxIsland.tsx'

vi.mock('./SandboxEditor.tsx', () => ({
  SandboxEditor() {
    if (storedSandboxDraft()) throw new Error('This draft cannot be shown.')
    return <textarea aria-label="HTML" />
  },
}))

afterEach(() => vi.unstubAllGlobals())

const show = () =>
  render(
    <MemoryRouter>
      <SandboxIsland />
    </MemoryRouter>,
  )

test('a draft that crashes the page shows a message, and Start Over discards it', async () => {
  // React logs the error.
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  const reload = vi.fn<() => void>()
  vi.stubGlobal('location', { reload })
  storeSandboxDraft(firstDraft)
  const broken = show()
  expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong here.')
  await userEvent.click(screen.getByRole('button', { name: 'Reload' }))
  expect(reload).toHaveBeenCalledOnce()
  expect(storedSandboxDraft()).toEqual(firstDraft)
  await userEvent.click(screen.getByRole('button', { name: 'Start Over' }))
  expect(reload).toHaveBeenCalledTimes(2)

  broken.unmount()
  show()
  expect(await screen.findByLabelText('HTML')).toBeVisible()
  logged.mockRestore()
})

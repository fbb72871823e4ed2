import { getCreateLeadMockHandler } from '@app/api-client/mocks'
import { useTestServer } from '@app/ui/testing'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { LeadButton } from './LeadButton.tsx'
import { LeadModalProvider } from './LeadModalProvider.tsx'

const server = useTestServer()

const showOpener = () =>
  render(
    <MemoryRouter>
      <LeadModalProvider>
        <LeadButton className={undefined}>Get Demo</LeadButton>
      </LeadModalProvider>
    </MemoryRouter>,
  )

const opener = () => screen.getByRole('button', { name: 'Get Demo', hidden: true })
const dialog = () => screen.findByRole('dialog', { name: 'Request a Demo' })
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('Escape closes it and returns the focus, and the text is still there when it opens again', async () => {
  const user = userEvent.setup()
  showOpener()
  await user.click(opener())
  await dialog()
  await user.type(screen.getByLabelText(/First name/), 'Dana')
  await user.selectOptions(screen.getByLabelText('Industry'), 'retail')
  await user.keyboard('{Escape}')
  await closed()
  expect(opener()).toHaveFocus()

  await user.click(opener())
  await dialog()
  expect(screen.getByLabelText(/First name/)).toHaveValue('Dana')
  expect(screen.getByLabelText('Industry')).toHaveValue('retail')
})

test('closing the thank-you message closes it, and it opens again with an empty form', async () => {
  server.use(getCreateLeadMockHandler({ id: '0199a1b2', createdAt: '2026-03-02T15:04:05.000Z' }))
  const user = userEvent.setup()
  showOpener()
  await user.click(opener())
  await dialog()
  await user.type(screen.getByLabelText(/First name/), 'Dana')
  await user.type(screen.getByLabelText(/Last name/), 'Sample')
  await user.type(screen.getByLabelText(/email/), 'dana@firm.example')
  await user.click(screen.getByRole('button', { name: 'Request a Demo' }))
  await screen.findByRole('heading', { name: /Thank You/ })
  // The dialog's close button and the one under the thank-you message do the same.
  const [, underTheThanks] = screen.getAllByRole('button', { name: 'Close' })
  if (!underTheThanks) throw new Error('the thanks have no close button')
  await user.click(underTheThanks)
  await closed()

  await user.click(opener())
  await dialog()
  expect(screen.getByLabelText(/First name/)).toHaveValue('')
})

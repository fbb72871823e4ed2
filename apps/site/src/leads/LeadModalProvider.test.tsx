import { getCreateLeadMockHandler } from '@app/api-client/mocks'
import { useTestServer } from '@app/ui/testing'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { Link, MemoryRouter } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import { ToastProvider } from '../toasts/ToastProvider.tsx'
import { LeadButton } from './LeadButton.tsx'
import { LeadModalProvider } from './LeadModalProvider.tsx'

const server = useTestServer()

const showOpener = () =>
  render(
    <MemoryRouter>
      <ToastProvider>
        <LeadModalProvider>
          <LeadButton className={undefined}>Get Demo</LeadButton>
          <LeadButton className={undefined} message="A package, please.">
            Ask for a Package
          </LeadButton>
          <LeadButton className={undefined} message="A price, please.">
            Ask for a Price
          </LeadButton>
          <Link to="/mortgage">Mortgage</Link>
        </LeadModalProvider>
      </ToastProvider>
    </MemoryRouter>,
  )

const opener = () => screen.getByRole('button', { name: 'Get Demo', hidden: true })
const dialog = () => screen.findByRole('dialog', { name: 'Request a Demo' })
/** The dialog appears in steps. */
const seeThanks = () => waitFor(() => expect(screen.getByRole('heading', { name: /Thank You/ })).toBeVisible())
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

const firstName = () => screen.getByLabelText(/First name/)
const type = (label: string | RegExp, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } })
const fillRequired = () => {
  type(/First name/, 'Dana')
  type(/Last name/, 'Sample')
  type(/email/, 'dana@firm.example')
}
const press = async (name: string) => {
  await userEvent.click(screen.getByRole('button', { name, hidden: true }))
  await dialog()
}
const close = async () => {
  await userEvent.keyboard('{Escape}')
  await closed()
}

test('Escape closes it and restores the focus, and the text is still there when it reopens', async () => {
  showOpener()
  await press('Get Demo')
  type(/First name/, 'Dana')
  await userEvent.selectOptions(screen.getByLabelText('Industry'), 'retail')
  await close()
  expect(opener()).toHaveFocus()
  await press('Get Demo')
  expect(firstName()).toHaveValue('Dana')
  expect(screen.getByLabelText('Industry')).toHaveValue('retail')
})

test('a button’s own message replaces another button’s message, but not the visitor’s text', async () => {
  showOpener()
  const message = () => screen.getByLabelText('Message')
  await press('Ask for a Package')
  await close()
  await press('Ask for a Price')
  expect(message()).toHaveValue('A price, please.')
  type('Message', 'Call me after five.')
  await close()
  await press('Ask for a Package')
  expect(message()).toHaveValue('Call me after five.\nA package, please.')
  await close()
  await press('Ask for a Price')
  expect(message()).toHaveValue('Call me after five.\nA price, please.')
})

describe('while it is sending', () => {
  /** Submits a filled dialog, and delays the responses until the test gives them. */
  async function send() {
    const requests: { key: string | null; body: unknown }[] = []
    const answers: ((answer: Response) => void)[] = []
    server.use(
      http.post('*/api/leads', async ({ request }) => {
        requests.push({ key: request.headers.get('Idempotency-Key'), body: await request.json() })
        return new Promise<Response>((resolve) => {
          answers.push(resolve)
        })
      }),
    )
    showOpener()
    await press('Get Demo')
    fillRequired()
    await userEvent.click(screen.getByRole('button', { name: 'Request a Demo' }))
    await waitFor(() => expect(answers).toHaveLength(1))
    const answer = (status: number) => act(async () => answers.shift()?.(HttpResponse.json({}, { status })))
    return { requests, answers, answer }
  }

  test('it can be closed and reopened, shows a toast when sent, and thanks the visitor', async () => {
    const { requests, answer } = await send()
    await close()
    await press('Get Demo')
    const button = screen.getByRole('button', { name: 'Submitting...' })
    expect(button).toBeDisabled()
    fireEvent.submit(button)
    await close()
    await answer(201)
    expect(await screen.findByText('We got your request and will email you soon.')).toBeVisible()
    await press('Get Demo')
    await seeThanks()
    // The dialog's close button and the one under the thank-you message do the same thing.
    const [, underTheThanks] = screen.getAllByRole('button', { name: 'Close' })
    await userEvent.click(underTheThanks ?? document.body)
    await closed()
    await press('Get Demo')
    expect(firstName()).toHaveValue('')
    expect(requests).toHaveLength(1)
  })

  test('a failure after it is closed shows a toast, and a retry from any page sends the same request', async () => {
    const { requests, answers, answer } = await send()
    await close()
    await answer(504)
    expect(await screen.findByText('Failed to submit form. Please try again.')).toBeVisible()
    await userEvent.click(screen.getByRole('link', { name: 'Mortgage', hidden: true }))
    await press('Ask for a Package')
    await userEvent.click(screen.getByRole('button', { name: 'Request a Demo' }))
    await waitFor(() => expect(answers).toHaveLength(1))
    await answer(201)
    await screen.findByRole('heading', { name: /Thank You/ })
    expect(requests[1]).toEqual(requests[0])
  })
})

test('a dialog interrupted by a reload reopens and shows its outcome', async () => {
  sessionStorage.setItem(
    'draft:lead-modal',
    JSON.stringify({
      values: { firstName: 'Dana', lastName: 'Sample', email: 'dana@firm.example' },
      idempotencyKey: '0199a1b2-0000-4000-8000-000000000001',
      path: '/mortgage',
      isSending: true,
    }),
  )
  const sent: Request[] = []
  server.use(
    getCreateLeadMockHandler(({ request }) => {
      sent.push(request)
      return { id: '0199a1b2', createdAt: '2026-03-02T15:04:05.000Z' }
    }),
  )
  showOpener()
  await seeThanks()
  expect(sent.map(({ headers }) => headers.get('Idempotency-Key'))).toEqual(['0199a1b2-0000-4000-8000-000000000001'])
})

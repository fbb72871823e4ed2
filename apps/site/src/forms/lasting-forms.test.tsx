import {
  getCreateLeadMockHandler,
  getCreateSampleRequestMockHandler,
  getListPublicSampleTemplatesMockHandler,
} from '@app/api-client/mocks'
import { useTestServer } from '@app/ui/testing'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { delay, http, HttpResponse } from 'msw'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { InlineLeadForm } from '../leads/InlineLeadForm.tsx'
import { InlineSampleForm } from '../samples/InlineSampleForm.tsx'
import { ToastProvider } from '../toasts/ToastProvider.tsx'

const server = useTestServer()
const receipt = { id: '0199a1b2-0000-7000-8000-000000000001', createdAt: '2026-03-02T15:04:05.000Z' }
const field = (name: RegExp) => screen.getByLabelText(name)

let user = userEvent.setup()
beforeEach(() => {
  user = userEvent.setup()
  server.use(getListPublicSampleTemplatesMockHandler([]))
})
afterEach(() => void vi.restoreAllMocks())

async function fillLead() {
  await user.type(field(/First name/), 'Dana')
  await user.type(field(/Last name/), 'Sample')
  await user.type(field(/email/), 'dana@firm.example')
  await user.selectOptions(field(/Industry/), 'retail')
}

async function fillSamples() {
  await user.type(field(/First name/), 'Dana')
  await user.type(field(/Last name/), 'Sample')
  await user.type(field(/Email/), 'dana@firm.example')
  await user.type(field(/^Address/), '12 Example Street')
  await user.type(field(/City/), 'Cambridge')
  const state = field(/State/)
  if (state instanceof HTMLSelectElement) await user.selectOptions(state, 'MA')
  else await user.type(state, 'Massachusetts')
  await user.type(field(/ZIP code/), '02138')
  await user.selectOptions(field(/What should we send/), 'both')
}

const leads = {
  path: '*/api/leads',
  accept: getCreateLeadMockHandler(receipt),
  fill: fillLead,
  button: 'Request a Demo',
  failure: 'Failed to submit form. Please try again.',
  thanks: () => screen.findByRole('heading', { name: /Thank You/ }),
}
const samples = {
  path: '*/api/print-samples',
  accept: getCreateSampleRequestMockHandler(receipt),
  fill: fillSamples,
  button: 'Send My Samples',
  failure: 'Failed to submit sample request. Please try again.',
  thanks: () => screen.findByRole('dialog', { name: 'Thank You!' }),
}
const forms = [
  { name: 'the demo request', Form: InlineLeadForm, ...leads },
  { name: 'the sample request', Form: InlineSampleForm, ...samples },
  { name: 'the sample request of an event', Form: () => <InlineSampleForm event="Accelerate 2025" />, ...samples },
]

describe.each(forms)('$name', ({ Form, path, accept, fill, button, failure, thanks }) => {
  const show = () =>
    render(
      <MemoryRouter>
        <ToastProvider>
          <Form />
        </ToastProvider>
      </MemoryRouter>,
    )
  const reload = () => {
    cleanup()
    show()
  }
  const send = () => user.click(screen.getByRole('button', { name: button }))
  const typed = () =>
    [...document.querySelectorAll<HTMLInputElement>('form :is(input, select, textarea)')].map(({ value }) => value)

  /** Records the idempotency key of each request. */
  const keysOfRequests = () => {
    const keys: (string | null)[] = []
    server.events.on('request:start', ({ request }) => {
      if (request.method === 'POST') keys.push(request.headers.get('Idempotency-Key'))
    })
    return keys
  }

  test('keeps its text after a reload, and sends it under the same idempotency key', async () => {
    const keys = keysOfRequests()
    server.use(http.post(path, () => HttpResponse.error()))
    show()
    await fill()
    await send()
    await screen.findByText(failure)
    const before = typed()
    reload()
    expect(typed()).toEqual(before)

    server.use(accept)
    await send()
    await thanks()
    expect(keys).toHaveLength(2)
    expect(keys[1]).toBe(keys[0])
  })

  test('leaves nothing in storage after it is sent', async () => {
    server.use(accept)
    show()
    await fill()
    expect(sessionStorage).toHaveLength(1)
    await send()
    await thanks()
    expect(sessionStorage).toHaveLength(0)
    reload()
    expect(typed().every((value) => value === '')).toBe(true)
  })

  test('shows a note while the visitor is offline, and keeps the text', async () => {
    const isOnline = vi.spyOn(navigator, 'onLine', 'get')
    const connection = (isThere: boolean) => {
      isOnline.mockReturnValue(isThere)
      act(() => void dispatchEvent(new Event(isThere ? 'online' : 'offline')))
    }
    show()
    await user.type(field(/First name/), 'Dana')
    expect(screen.queryByText(/You’re offline/)).toBeNull()
    connection(false)
    expect(screen.getByText(/You’re offline/)).toBeVisible()
    expect(field(/First name/)).toHaveValue('Dana')
    connection(true)
    expect(screen.queryByText(/You’re offline/)).toBeNull()
  })

  test('times out after 15 s without a response, and retries under the same idempotency key', async () => {
    const timeLimit = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeLimit.signal)
    const keys = keysOfRequests()
    server.use(http.post(path, () => delay('infinite')))
    show()
    await fill()
    await send()
    expect(await screen.findByRole('button', { name: 'Submitting...' })).toBeDisabled()
    expect(timeout).toHaveBeenCalledWith(15_000)
    timeLimit.abort(new DOMException('too late', 'TimeoutError'))
    await screen.findByText(failure)
    expect(field(/First name/)).toHaveValue('Dana')

    timeout.mockRestore()
    server.use(accept)
    await waitFor(() => expect(screen.getByRole('button', { name: button })).toBeEnabled())
    await send()
    await thanks()
    expect(keys).toHaveLength(2)
    expect(keys[1]).toBe(keys[0])
  })
})

import { getListPublicSampleTemplatesMockHandler } from '@app/api-client/mocks'
import { useTestServer } from '@app/ui/testing'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { InlineLeadForm } from '../leads/InlineLeadForm.tsx'
import { SampleForm } from '../samples/SampleForm.tsx'
import { ToastProvider } from '../toasts/ToastProvider.tsx'
import { forgetDrafts } from './form-draft.ts'

const server = useTestServer()
beforeEach(() => server.use(getListPublicSampleTemplatesMockHandler([])))
afterEach(() => void vi.restoreAllMocks())

const person = { firstName: 'Dana', lastName: 'Sample', email: 'dana@firm.example' }
const address = { addressLine1: '12 Example Street', city: 'Cambridge', state: 'MA', zip: '02138', sampleType: 'both' }

interface Form {
  form: ReactNode
  path: string
  values: Record<string, string>
  button: string
  failure: string
  thanks: () => Promise<HTMLElement>
  toast: string
}
const leads: Form = {
  form: <InlineLeadForm />,
  path: '*/api/leads',
  values: person,
  button: 'Request a Demo',
  failure: 'Failed to submit form. Please try again.',
  thanks: () => screen.findByRole('heading', { name: 'Thank You!' }),
  toast: 'We got your request and will email you soon.',
}
const samples = {
  path: '*/api/print-samples',
  values: { ...person, ...address },
  button: 'Send My Samples',
  failure: 'Failed to submit sample request. Please try again.',
  thanks: () => screen.findByRole('dialog', { name: 'Thank You!' }),
  toast: 'Your samples will ship soon.',
}

const firstName = () => screen.getByLabelText(/First name/)
const typed = () =>
  [...document.querySelectorAll<HTMLInputElement>('form :is(input, select, textarea)')].map(({ value }) => value)
const created = () => HttpResponse.json({}, { status: 201 })
const brokenOff = () => HttpResponse.text('{"id":', { status: 202 })
const badGateway = () => HttpResponse.html('<h1>Bad Gateway</h1>', { status: 502 })

/** The current page, with or without the form. Both have the toasts. */
const site = (page: ReactNode) => (
  <MemoryRouter>
    <ToastProvider>{page}</ToastProvider>
  </MemoryRouter>
)

/** Shows a form, and delays each response until the test gives it. */
function open({ form, path, values, button }: Form) {
  const keys: (string | null)[] = []
  const waiting: ((answer: Response) => void)[] = []
  server.use(
    http.post(path, ({ request }) => {
      keys.push(request.headers.get('Idempotency-Key'))
      return new Promise<Response>((resolve) => {
        waiting.push(resolve)
      })
    }),
    http.get('https://portal.example/', () => HttpResponse.html('<h1>Sign in</h1>')),
  )
  let { rerender } = render(site(form))
  for (const [name, value] of Object.entries(values)) {
    const field = document.querySelector(`[name="${name}"]`)
    if (!field) throw new Error(`there is no field ${name}`)
    fireEvent.input(field, { target: { value } })
  }
  const submit = () => fireEvent.click(screen.getByRole('button', { name: button }))
  const next = async (answer: () => Response) => {
    await waitFor(() => expect(waiting).not.toHaveLength(0))
    await act(async () => waiting.shift()?.(answer()))
  }
  const reload = () => {
    cleanup()
    forgetDrafts()
    rerender = render(site(form)).rerender
  }
  /** `keys` has the idempotency keys of the requests. */
  return { keys, submit, next, reload, leave: () => rerender(site(null)), comeBack: () => rerender(site(form)) }
}
function connection(isThere: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isThere)
  act(() => void dispatchEvent(new Event(isThere ? 'online' : 'offline')))
}
/** Before that, the request may have failed because the visitor is leaving. */
const keptAsUnsent = () => waitFor(() => expect(Object.values(sessionStorage).join()).toContain('"isSending":false'))

describe('a form', () => {
  const { button, failure, thanks, toast } = leads

  test('treats any 2xx as success, and anything else as a failure that keeps the text', { tags: ['S01'] }, async () => {
    const { submit, next, reload } = open(leads)
    for (const answer of [badGateway, () => HttpResponse.redirect('https://portal.example/', 302)]) {
      submit()
      await next(answer)
      // The button lost the focus while it was disabled.
      await waitFor(() => expect(screen.getByRole('button', { name: button })).toHaveFocus())
      expect(screen.getByText(failure)).toBeVisible()
      expect(firstName()).toHaveValue('Dana')
    }
    submit()
    await next(() => HttpResponse.html('<h1>Welcome</h1>', { status: 201 }))
    await thanks()
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(sessionStorage).toHaveLength(0)
    reload()
    expect(typed().every((value) => value === '')).toBe(true)
  })

  test.each([
    ['200 OK as text', () => HttpResponse.text('OK')],
    ['204 without a body', () => new HttpResponse(null, { status: 204 })],
  ])(
    'shows success after %s; closing that focuses the button of the empty form',
    { tags: ['S01'] },
    async (_name, answer) => {
      const { submit, next } = open(leads)
      submit()
      await next(answer)
      await thanks()
      await userEvent.click(screen.getByRole('button', { name: 'Close' }))
      await waitFor(() => expect(screen.getByRole('button', { name: button })).toHaveFocus())
      expect(firstName()).toHaveValue('')
    },
  )

  test('that unmounts while sending is not sent again, and its outcome appears in a toast', async () => {
    const { keys, submit, next, leave, comeBack } = open(leads)
    submit()
    leave()
    comeBack()
    expect(await screen.findByRole('button', { name: 'Submitting...' })).toBeDisabled()
    leave()
    await next(() => HttpResponse.json({}, { status: 503 }))
    expect(await screen.findByText(failure)).toBeVisible()
    comeBack()
    expect(firstName()).toHaveValue('Dana')
    submit()
    leave()
    await next(created)
    expect(await screen.findByText(toast)).toBeVisible()

    // Visitors who missed the toast see the thank-you message in place of the form, then an empty form.
    comeBack()
    await thanks()
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(firstName()).toHaveValue(''))
    expect(keys).toEqual([keys[0], keys[0]])
  })

  test('is resent with the same key after a reload, and keeps its text if that fails', async () => {
    const { keys, submit, next, reload } = open(leads)
    submit()
    await waitFor(() => expect(keys).toHaveLength(1))
    reload()
    expect(await screen.findByRole('button', { name: 'Submitting...' })).toBeDisabled()
    await next(() => HttpResponse.error())
    await next(() => HttpResponse.error())
    await screen.findByText(failure)
    const before = typed()
    await keptAsUnsent()
    reload()
    expect(typed()).toEqual(before)
    submit()
    await next(created)
    await thanks()
    expect(keys).toEqual([keys[0], keys[0], keys[0]])
  })

  test('times out after 15 s without a response, and is resent with the same key', async () => {
    const timeLimit = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeLimit.signal)
    const { keys, submit, next } = open(leads)
    submit()
    await waitFor(() => expect(keys).toHaveLength(1))
    expect(screen.getByRole('button', { name: 'Submitting...' })).toBeDisabled()
    expect(timeout).toHaveBeenCalledWith(15_000)
    timeLimit.abort(new DOMException('too late', 'TimeoutError'))
    await screen.findByText(failure)
    expect(firstName()).toHaveValue('Dana')
    timeout.mockRestore()
    submit()
    await next(created)
    await next(created)
    await thanks()
    expect(keys).toEqual([keys[0], keys[0]])
  })

  test('shows that it is offline, and says so when edits after a lost response are not stored', async () => {
    const { keys, submit, next } = open(leads)
    connection(false)
    expect(screen.getByText(/You’re offline/)).toBeVisible()
    expect(firstName()).toHaveValue('Dana')
    connection(true)
    expect(screen.queryByText(/You’re offline/)).toBeNull()

    submit()
    await next(() => HttpResponse.error())
    await screen.findByText(failure)
    fireEvent.input(firstName(), { target: { value: 'Robin' } })
    submit()
    await next(() => HttpResponse.json({ status: 422, code: 'idempotency_key_reused' }, { status: 422 }))
    await thanks()
    expect(screen.getByText(/We received your first version/)).toBeVisible()
    expect(keys).toEqual([keys[0], keys[0]])
    expect(sessionStorage).toHaveLength(0)
  })
})

// Covers each form's own parts: its request, its draft, its messages, and its thank-you message.
test.each([
  { name: 'the sample request', form: <SampleForm />, ...samples },
  { name: 'the sample request of an event', form: <SampleForm event="Accelerate 2025" />, ...samples },
])('$name keeps its text until it is stored, and is stored once', { tags: ['S01'] }, async (sample) => {
  const { keys, submit, next, leave, comeBack, reload } = open(sample)
  const before = typed()
  connection(false)
  expect(screen.getByText(/You’re offline/)).toBeVisible()
  connection(true)
  submit()
  expect(await screen.findByRole('button', { name: 'Submitting...' })).toBeDisabled()
  await next(badGateway)
  expect(await screen.findByText(sample.failure)).toBeVisible()
  expect(screen.getByRole('button', { name: sample.button })).toBeEnabled()
  await keptAsUnsent()
  reload()
  expect(typed()).toEqual(before)
  submit()
  leave()
  await next(brokenOff)
  expect(await screen.findByText(sample.toast)).toBeVisible()
  comeBack()
  await sample.thanks()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.getByRole('button', { name: sample.button })).toHaveFocus())
  expect(firstName()).toHaveValue('')
  expect(keys).toEqual([keys[0], keys[0]])
  expect(sessionStorage).toHaveLength(0)
})

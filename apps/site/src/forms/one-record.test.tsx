import { getListPublicSampleTemplatesMockHandler } from '@app/api-client/mocks'
import { useTestServer } from '@app/ui/testing'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { InlineLeadForm } from '../leads/InlineLeadForm.tsx'
import { InlineSampleForm } from '../samples/InlineSampleForm.tsx'
import { ToastProvider } from '../toasts/ToastProvider.tsx'
import { forgetDrafts } from './form-draft.ts'

const server = useTestServer()
beforeEach(() => server.use(getListPublicSampleTemplatesMockHandler([])))
afterEach(() => void vi.restoreAllMocks())

const person = { firstName: 'Dana', lastName: 'Sample', email: 'dana@firm.example' }
const address = { addressLine1: '12 Example Street', city: 'Cambridge', state: 'MA', zip: '02138', sampleType: 'both' }

const leads = {
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
const forms = [
  { name: 'the demo request', ...leads },
  { name: 'the sample request', form: <InlineSampleForm />, ...samples },
  { name: 'the sample request of an event', form: <InlineSampleForm event="Accelerate 2025" />, ...samples },
]

const firstName = () => screen.getByLabelText(/First name/)
const typed = () =>
  [...document.querySelectorAll<HTMLInputElement>('form :is(input, select, textarea)')].map(({ value }) => value)
const created = () => HttpResponse.json({}, { status: 201 })

/** The current page: the form's, or another one of the site. Both have the toasts. */
const site = (page: ReactNode) => (
  <MemoryRouter>
    <ToastProvider>{page}</ToastProvider>
  </MemoryRouter>
)

describe.each(forms)('$name', ({ form, path, values, button, failure, thanks, toast }) => {
  const typeAll = () => {
    for (const [name, value] of Object.entries(values)) {
      const field = document.querySelector(`[name="${name}"]`)
      if (!field) throw new Error(`there is no field ${name}`)
      fireEvent.input(field, { target: { value } })
    }
  }
  const submit = () => fireEvent.click(screen.getByRole('button', { name: button }))
  const reload = () => {
    cleanup()
    forgetDrafts()
    render(site(form))
  }

  /** Holds back every answer until it is given, and records the idempotency keys. */
  function holdAnswers() {
    const keys: (string | null)[] = []
    const waiting: ((answer: Response) => void)[] = []
    server.use(
      http.post(path, ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'))
        return new Promise<Response>((resolve) => {
          waiting.push(resolve)
        })
      }),
    )
    const next = async (answer: () => Response) => {
      await waitFor(() => expect(waiting).not.toHaveLength(0))
      await act(async () => waiting.shift()?.(answer()))
    }
    return { keys, next }
  }

  test.each([
    ['200 OK as text', () => HttpResponse.text('OK')],
    ['a page of a proxy with 201', () => HttpResponse.html('<h1>Welcome</h1>', { status: 201 })],
    ['204 without a body', () => new HttpResponse(null, { status: 204 })],
    ['202 with JSON that breaks off', () => HttpResponse.text('{"id":', { status: 202 })],
  ])('%s says that it was stored', { tags: ['S01'] }, async (_name, answer) => {
    server.use(http.post(path, answer))
    render(site(form))
    typeAll()
    expect(sessionStorage).toHaveLength(1)
    submit()
    await thanks()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(sessionStorage).toHaveLength(0)
    reload()
    expect(typed().every((value) => value === '')).toBe(true)
  })

  test.each([
    ['a page of a proxy with 502', () => HttpResponse.html('<h1>Bad Gateway</h1>', { status: 502 })],
    ['a redirect to a sign-in page', () => HttpResponse.redirect('https://portal.example/', 302)],
  ])('%s says that it was not sent, and keeps the text', { tags: ['S01'] }, async (_name, answer) => {
    server.use(
      http.post(path, answer),
      http.get('https://portal.example/', () => HttpResponse.html('<h1>Sign in</h1>')),
    )
    render(site(form))
    typeAll()
    submit()
    expect(await screen.findByText(failure)).toBeVisible()
    expect(firstName()).toHaveValue('Dana')
    // The button lost the focus while it was disabled.
    expect(screen.getByRole('button', { name: button })).toHaveFocus()
  })

  test('a form that unmounts while sending is not sent again, and a toast shows its outcome', async () => {
    const { keys, next } = holdAnswers()
    const { rerender } = render(site(form))
    typeAll()
    submit()
    rerender(site(null))
    rerender(site(form))
    expect(await screen.findByRole('button', { name: 'Submitting...' })).toBeDisabled()
    rerender(site(null))
    await next(created)
    expect(await screen.findByText(toast)).toBeVisible()

    // Visitors who missed the toast find the message where the form was, and then an empty form.
    rerender(site(form))
    await thanks()
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(firstName()).toHaveValue(''))
    expect(keys).toHaveLength(1)
  })

  test('a form that unmounts while sending, and fails, comes back with its text', async () => {
    const { keys, next } = holdAnswers()
    const { rerender } = render(site(form))
    typeAll()
    submit()
    rerender(site(null))
    await next(() => HttpResponse.json({}, { status: 503 }))
    expect(await screen.findByText(failure)).toBeVisible()
    rerender(site(form))
    expect(firstName()).toHaveValue('Dana')
    submit()
    await next(created)
    await thanks()
    expect(new Set(keys).size).toBe(1)
  })

  test('a form interrupted by a reload is sent again under the same key', async () => {
    const { keys, next } = holdAnswers()
    render(site(form))
    typeAll()
    submit()
    await waitFor(() => expect(keys).toHaveLength(1))
    reload()
    expect(await screen.findByRole('button', { name: 'Submitting...' })).toBeDisabled()
    await next(() => HttpResponse.error())
    await next(created)
    await thanks()
    expect(keys).toEqual([keys[0], keys[0]])
  })

  test('a form whose response was lost keeps its text after a reload, and is sent under the same key', async () => {
    const { keys, next } = holdAnswers()
    render(site(form))
    typeAll()
    submit()
    await next(() => HttpResponse.error())
    await screen.findByText(failure)
    const before = typed()
    // Until then, the request may have failed because the visitor leaves.
    await waitFor(() => expect(Object.values(sessionStorage).join()).toContain('"isSending":false'))
    reload()
    expect(typed()).toEqual(before)
    submit()
    await next(created)
    await thanks()
    expect(keys).toEqual([keys[0], keys[0]])
  })

  test('a form times out after 15 s without a response, and is sent again under the same key', async () => {
    const timeLimit = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeLimit.signal)
    const { keys, next } = holdAnswers()
    render(site(form))
    typeAll()
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

  test('shows a note while the visitor is offline, and keeps the text', () => {
    const isOnline = vi.spyOn(navigator, 'onLine', 'get')
    const connection = (isThere: boolean) => {
      isOnline.mockReturnValue(isThere)
      act(() => void dispatchEvent(new Event(isThere ? 'online' : 'offline')))
    }
    render(site(form))
    typeAll()
    connection(false)
    expect(screen.getByText(/You’re offline/)).toBeVisible()
    expect(firstName()).toHaveValue('Dana')
    connection(true)
    expect(screen.queryByText(/You’re offline/)).toBeNull()
  })

  test('edits after a lost response are not stored, and the thank-you message says so', async () => {
    const { keys, next } = holdAnswers()
    render(site(form))
    typeAll()
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

  test('closing the thank-you message moves the focus to the button of the empty form', async () => {
    server.use(http.post(path, created))
    render(site(form))
    typeAll()
    submit()
    await thanks()
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.getByRole('button', { name: button })).toHaveFocus())
    expect(firstName()).toHaveValue('')
  })
})

import { getCreateLeadMockHandler } from '@app/api-client/mocks'
import { getGetLeadStatsQueryKey, getListLeadsQueryKey, type LeadInput, type Problem } from '@app/api-client'
import { useTestServer } from '@app/ui/testing'
import { QueryClient } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { MemoryRouter } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { FormDraft } from '../forms/form-draft.ts'
import { FormProviders } from '../forms/FormProviders.tsx'
import { ToastProvider } from '../toasts/ToastProvider.tsx'
import { emptyLeadForm } from './lead-form.ts'
import { LeadForm } from './LeadForm.tsx'

const server = useTestServer()
const receipt = { id: '0199a1b2-0000-7000-8000-000000000001', createdAt: '2026-03-02T15:04:05.000Z' }

interface Sent {
  body: LeadInput
  key: string | null
}

/** Accepts every lead and records what was sent. */
function acceptLeads(): Sent[] {
  const sent: Sent[] = []
  server.use(
    getCreateLeadMockHandler(async ({ request }) => {
      // The contract types the form; the API tests cover server validation.
      sent.push({ body: (await request.json()) as LeadInput, key: request.headers.get('Idempotency-Key') })
      return receipt
    }),
  )
  return sent
}

const refuseLeads = (problem: Partial<Problem> = {}) =>
  server.use(
    http.post('*/api/leads', () =>
      HttpResponse.json(
        { type: 'about:blank', title: 'Error', status: 500, code: 'internal', requestId: 'r', ...problem },
        { status: problem.status ?? 500 },
      ),
    ),
  )

const showForm = (variant: 'inline' | 'modal' = 'inline', path = '/') =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <ToastProvider>
        <FormProviders>
          <LeadForm variant={variant} draft={new FormDraft(`lead-${variant}`, emptyLeadForm)} />
        </FormProviders>
      </ToastProvider>
    </MemoryRouter>,
  )

const field = (name: string | RegExp) => screen.getByLabelText(name)

const type = (name: string | RegExp, value: string) => fireEvent.input(field(name), { target: { value } })
const fillRequired = () => {
  type(/First name/, ' Dana ')
  type(/Last name/, 'Sample')
  type(/email/, 'dana@firm.example')
}
const button = () => screen.getByRole('button', { name: 'Request a Demo' })
const submit = () => userEvent.click(button())
const thanks = () => screen.findByRole('heading', { name: 'Thank You!' })

test('inline, has four message rows and no phone, and sends the trimmed values with its page, once', async () => {
  const sent = acceptLeads()
  showForm('inline', '/mortgage')
  expect(field('Message')).toHaveAttribute('rows', '4')
  expect(screen.queryByLabelText('Phone')).toBeNull()
  fillRequired()
  await userEvent.dblClick(button())
  await thanks()
  expect(sent).toHaveLength(1)
  expect(sent[0]?.body).toEqual({
    firstName: 'Dana',
    lastName: 'Sample',
    email: 'dana@firm.example',
    leadSource: expect.stringMatching(/ Website$/),
    source: 'Mortgage Page',
    touches: expect.objectContaining({ formPage: '/mortgage' }),
  })
  expect(sent[0]?.key).toMatch(/^[\w-]{36}$/)
})

test('in its dialog, has three message rows and a phone, sends every choice, and marks leads as stale', async () => {
  const invalidate = vi.spyOn(QueryClient.prototype, 'invalidateQueries')
  const sent = acceptLeads()
  showForm('modal')
  expect(field('Message')).toHaveAttribute('rows', '3')
  expect(field('Phone')).toHaveAttribute('autocomplete', 'tel')
  fillRequired()
  type('Phone', '(212) 555-0142')
  type('Company', 'Firm')
  await userEvent.selectOptions(field('Industry'), 'home-services')
  await userEvent.selectOptions(field('Pieces a month'), '5000-25000')
  type('Message', 'Hello')
  await submit()
  expect(await thanks()).toHaveFocus()
  expect(sent[0]?.body).toMatchObject({
    phone: '(212) 555-0142',
    company: 'Firm',
    industry: 'home-services',
    volume: '5000-25000',
    message: 'Hello',
    source: 'Main Website',
  })
  const client = new QueryClient()
  const stale = [getListLeadsQueryKey(), getGetLeadStatsQueryKey()]
  for (const queryKey of [...stale, ['other']]) client.setQueryData(queryKey, [])
  await waitFor(() => expect(invalidate).toHaveBeenCalledOnce())
  const found = client.getQueryCache().findAll(invalidate.mock.calls[0]?.[0])
  expect(found.map(({ queryKey }) => queryKey)).toEqual(stale)
})

test('rejects empty, blank, and invalid fields, with a message under each and the focus on the first', async () => {
  const sent = acceptLeads()
  showForm()
  type(/First name/, '   ')
  await submit()
  expect(field(/First name/)).toHaveAccessibleDescription('First name is required')
  expect(field(/Last name/)).toHaveAccessibleDescription('Last name is required')
  expect(field(/email/)).toHaveAccessibleDescription('Email is required')
  expect(field(/First name/)).toHaveFocus()
  fillRequired()
  type(/email/, 'a@b')
  await submit()
  expect(field(/email/)).toHaveAccessibleDescription('Please enter a valid email')
  expect(field(/email/)).toHaveFocus()
  expect(sent).toEqual([])
})

test('shows server errors under their fields after a failure, and a toast until the next attempt', async () => {
  refuseLeads({
    status: 400,
    code: 'invalid_input',
    errors: [{ in: 'body', pointer: '/email', detail: 'This address cannot receive mail' }],
  })
  showForm()
  fillRequired()
  await submit()
  expect(await screen.findByText('Failed to submit form. Please try again.')).toBeVisible()
  expect(field(/email/)).toHaveAccessibleDescription('This address cannot receive mail')
  expect(field(/email/)).toHaveFocus()
  acceptLeads()
  type(/email/, 'dana@other.example')
  await submit()
  expect(await thanks()).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

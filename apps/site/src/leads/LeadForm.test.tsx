import { getCreateLeadMockHandler } from '@app/api-client/mocks'
import { getGetLeadStatsQueryKey, getListLeadsQueryKey, type LeadInput, type Problem } from '@app/api-client'
import { useTestServer } from '@app/ui/testing'
import { QueryClient } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, describe, expect, test, vi } from 'vitest'
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
      // The form is typed by the contract; that the server validates it is tested there.
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

let user = userEvent.setup()
beforeEach(() => {
  user = userEvent.setup()
})

const fillRequired = async () => {
  await user.type(field(/First name/), ' Dana ')
  await user.type(field(/Last name/), 'Sample')
  await user.type(field(/email/), 'dana@firm.example')
}
const submit = () => user.click(screen.getByRole('button', { name: 'Request a Demo' }))

describe('the fields', () => {
  test('inline: four rows of message and no phone', () => {
    showForm('inline')
    expect(field('Message')).toHaveAttribute('rows', '4')
    expect(screen.queryByLabelText('Phone')).toBeNull()
  })

  test('in the dialog: three rows of message and a phone', () => {
    showForm('modal')
    expect(field('Message')).toHaveAttribute('rows', '3')
    expect(field('Phone')).toHaveAttribute('autocomplete', 'tel')
  })
})

test('a stored lead makes the list of leads and its figures stale', async () => {
  const invalidate = vi.spyOn(QueryClient.prototype, 'invalidateQueries')
  acceptLeads()
  showForm()
  await fillRequired()
  await submit()
  const client = new QueryClient()
  const stale = [getListLeadsQueryKey(), getGetLeadStatsQueryKey()]
  for (const queryKey of [...stale, ['other']]) client.setQueryData(queryKey, [])
  await waitFor(() => expect(invalidate).toHaveBeenCalledOnce())
  expect(
    client
      .getQueryCache()
      .findAll(invalidate.mock.calls[0]?.[0])
      .map(({ queryKey }) => queryKey),
  ).toEqual(stale)
})

describe('validation rejects', () => {
  test('empty and blank required fields, with a message under each and the focus on the first', async () => {
    const sent = acceptLeads()
    showForm()
    await user.type(field(/First name/), '   ')
    await submit()

    expect(field(/First name/)).toHaveAccessibleDescription('First name is required')
    expect(field(/Last name/)).toHaveAccessibleDescription('Last name is required')
    expect(field(/email/)).toHaveAccessibleDescription('Email is required')
    expect(field(/First name/)).toHaveFocus()
    expect(sent).toEqual([])
  })

  test.each(['abc', 'a@b', 'a b@c.de'])('the email %s', async (email) => {
    const sent = acceptLeads()
    showForm()
    await fillRequired()
    await user.clear(field(/email/))
    await user.type(field(/email/), email)
    await submit()
    expect(field(/email/)).toHaveAccessibleDescription('Please enter a valid email')
    expect(sent).toEqual([])
  })
})

describe('the request has', () => {
  test('only what was filled in, trimmed, with the label of the page', async () => {
    const sent = acceptLeads()
    showForm('inline', '/mortgage')
    await fillRequired()
    await submit()
    expect(await screen.findByRole('heading', { name: /Thank You/ })).toHaveFocus()
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

  test('industry, volume, phone, company and message when they are filled in', async () => {
    const sent = acceptLeads()
    showForm('modal')
    await fillRequired()
    await user.type(field('Phone'), '(212) 555-0142')
    await user.type(field('Company'), 'Firm')
    await user.selectOptions(field('Industry'), 'home-services')
    await user.selectOptions(field('Pieces a month'), '5000-25000')
    await user.type(field('Message'), 'Hello')
    await submit()
    await screen.findByRole('heading', { name: /Thank You/ })
    expect(sent[0]?.body).toMatchObject({
      phone: '(212) 555-0142',
      company: 'Firm',
      industry: 'home-services',
      volume: '5000-25000',
      message: 'Hello',
      source: 'Main Website',
    })
  })

  test('one submission, however often the button is clicked', async () => {
    const sent = acceptLeads()
    showForm()
    await fillRequired()
    await user.dblClick(screen.getByRole('button', { name: 'Request a Demo' }))
    await screen.findByRole('heading', { name: /Thank You/ })
    expect(sent).toHaveLength(1)
  })
})

describe('after a failure', () => {
  const toast = () => screen.findByText('Failed to submit form. Please try again.')

  test('201 on the next attempt: the toast disappears and the thank-you message appears', async () => {
    refuseLeads()
    showForm()
    await fillRequired()
    await submit()
    await toast()
    acceptLeads()
    await submit()
    expect(await screen.findByRole('heading', { name: 'Thank You!' })).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  test('400: the server’s messages appear under their fields', async () => {
    refuseLeads({
      status: 400,
      code: 'invalid_input',
      errors: [{ in: 'body', pointer: '/email', detail: 'This address cannot receive mail' }],
    })
    showForm()
    await fillRequired()
    await submit()
    await toast()
    expect(field(/email/)).toHaveAccessibleDescription('This address cannot receive mail')
    expect(field(/email/)).toHaveFocus()
  })
})

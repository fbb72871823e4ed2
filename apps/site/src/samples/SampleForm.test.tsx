import { getCreateSampleRequestMockHandler, getListPublicSampleTemplatesMockHandler } from '@app/api-client/mocks'
import type { SampleRequestInput } from '@app/api-client'
import { brand } from '@app/brand'
import { stateCodes } from '@app/labels'
import { useTestServer } from '@app/ui/testing'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, describe, expect, test } from 'vitest'
import { ToastProvider } from '../toasts/ToastProvider.tsx'
import { SampleForm } from './SampleForm.tsx'

const server = useTestServer()
const receipt = { id: '0199a1b2-0000-7000-8000-000000000001', createdAt: '2026-03-02T15:04:05.000Z' }

interface Sent {
  body: SampleRequestInput
  key: string | null
}

function acceptRequests(): Sent[] {
  const sent: Sent[] = []
  server.use(
    getCreateSampleRequestMockHandler(async ({ request }) => {
      // The contract types the form; the API tests cover server validation.
      sent.push({ body: (await request.json()) as SampleRequestInput, key: request.headers.get('Idempotency-Key') })
      return receipt
    }),
  )
  return sent
}

const show = (event?: string) =>
  render(
    <MemoryRouter initialEntries={['/print/samples']}>
      <ToastProvider>
        <SampleForm {...(event !== undefined && { event })} />
      </ToastProvider>
    </MemoryRouter>,
  )

beforeEach(() => server.use(getListPublicSampleTemplatesMockHandler([])))

const field = (name: RegExp) => screen.getByLabelText(name)
const type = (name: RegExp, value: string) => fireEvent.input(field(name), { target: { value } })
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send My Samples' }))

function fillRequired(state: string) {
  type(/First name/, 'Dana')
  type(/Last name/, 'Example')
  type(/Email/, 'dana@example.com')
  type(/^Address/, '12 Example Street')
  type(/City/, 'Cambridge')
  type(/State/, state)
  type(/ZIP Code/, '02138')
  type(/What should we send/, 'both')
}
const thanks = () => screen.findByRole('dialog', { name: 'Thank You!' })

describe('the sample request', () => {
  test('shows missing fields, sends all twelve, thanks with a phone number and calendar, and is empty again', async () => {
    const sent = acceptRequests()
    show()
    const options = [...field(/State/).querySelectorAll('option')].map((option) => option.value).filter(Boolean)
    expect(options).toEqual(stateCodes)
    expect(screen.getAllByText('*')).toHaveLength(8)
    expect(field(/Email/)).toHaveAttribute('type', 'email')

    type(/ZIP Code/, '2138')
    type(/Phone/, '555-0142')
    await send()
    for (const text of [
      'First name is required',
      'Last name is required',
      'Email is required',
      'Please enter at least 10 digits',
      'Address is required',
      'City is required',
      'State is required',
      'Please enter a ZIP Code like 02138 or 02138-1234',
      'Please choose what to send',
    ]) {
      expect(screen.getByText(text)).toBeVisible()
    }
    expect(field(/First name/)).toHaveFocus()
    expect(field(/First name/)).toHaveAccessibleDescription('First name is required')
    expect(sent).toEqual([])

    fillRequired('MA')
    type(/Phone/, '')
    await send()
    const dialog = await thanks()
    expect(sent[0]?.body).toEqual({
      firstName: 'Dana',
      lastName: 'Example',
      email: 'dana@example.com',
      phone: '',
      company: '',
      addressLine1: '12 Example Street',
      addressLine2: '',
      city: 'Cambridge',
      state: 'MA',
      zip: '02138',
      sampleType: 'both',
      notes: '',
      touches: expect.objectContaining({ formPage: expect.any(String) }),
    })
    expect(sent[0]?.key).toMatch(/^[0-9a-f-]{36}$/)
    expect(dialog).toHaveTextContent(brand.phone.display)
    expect(screen.getByRole('link', { name: 'Schedule Demo' })).toHaveAttribute('href', brand.links.scheduleDemo)
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(field(/First name/)).toHaveValue('')
  })

  test('sends the label of an event, omits empty fields, and accepts any state', async () => {
    const sent = acceptRequests()
    show('Accelerate 2025')
    fillRequired('Massachusetts')
    await send()
    await thanks()
    expect(sent[0]?.body).toEqual({
      firstName: 'Dana',
      lastName: 'Example',
      email: 'dana@example.com',
      addressLine1: '12 Example Street',
      city: 'Cambridge',
      state: 'Massachusetts',
      zip: '02138',
      sampleType: 'both',
      source: 'Accelerate 2025',
      touches: expect.any(Object),
    })
  })
})

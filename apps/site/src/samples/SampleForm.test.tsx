import { getCreateSampleRequestMockHandler, getListPublicSampleTemplatesMockHandler } from '@app/api-client/mocks'
import type { SampleRequestInput } from '@app/api-client'
import { brand } from '@app/brand'
import { stateCodes } from '@app/labels'
import { useTestServer } from '@app/ui/testing'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, describe, expect, test } from 'vitest'
import { FormProviders } from '../forms/FormProviders.tsx'
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
      // The form is typed by the contract; that the server validates it is tested there.
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
        <FormProviders>
          <SampleForm {...(event !== undefined && { event })} />
        </FormProviders>
      </ToastProvider>
    </MemoryRouter>,
  )

let user = userEvent.setup()
beforeEach(() => {
  user = userEvent.setup()
  server.use(getListPublicSampleTemplatesMockHandler([]))
})

const field = (name: RegExp) => screen.getByLabelText(name)
const send = () => user.click(screen.getByRole('button', { name: 'Send My Samples' }))

async function fillRequired(state: (control: HTMLElement) => Promise<void>) {
  await user.type(field(/First name/), 'Dana')
  await user.type(field(/Last name/), 'Example')
  await user.type(field(/Email/), 'dana@example.com')
  await user.type(field(/^Address/), '12 Example Street')
  await user.type(field(/City/), 'Cambridge')
  await state(field(/State/))
  await user.type(field(/ZIP Code/), '02138')
  await user.selectOptions(field(/What should we send/), 'both')
}
const choose = (code: string) => (control: HTMLElement) => user.selectOptions(control, code)
const type = (text: string) => (control: HTMLElement) => user.type(control, text)

const thanks = () => screen.findByRole('dialog', { name: 'Thank You!' })

describe('the sample request', () => {
  test('has the 50 states, eight required fields and an email field', () => {
    show()
    const options = [...field(/State/).querySelectorAll('option')].map((option) => option.value).filter(Boolean)
    expect(options).toEqual(stateCodes)
    expect(new Set(options).size).toBe(50)
    expect(screen.getAllByText('*')).toHaveLength(8)
    expect(field(/Email/)).toHaveAttribute('type', 'email')
  })

  test('shows which fields are missing, focuses the first one, and sends nothing', async () => {
    const sent = acceptRequests()
    show()
    await user.type(field(/ZIP Code/), '2138')
    await user.type(field(/Phone/), '555-0142')
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
  })

  test('sends all twelve fields, shows the thank-you dialog with phone number and calendar, and is empty again', async () => {
    const sent = acceptRequests()
    show()
    await fillRequired(choose('MA'))
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
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(field(/First name/)).toHaveValue('')
  })

  test('for an event, sends its label, leaves out empty fields, and accepts any state', async () => {
    const sent = acceptRequests()
    show('Accelerate 2025')
    await fillRequired(type('Massachusetts'))
    await send()
    await thanks()
    expect(Object.keys(sent[0]?.body ?? {}).toSorted()).toEqual(
      [
        'addressLine1',
        'city',
        'email',
        'firstName',
        'lastName',
        'sampleType',
        'source',
        'state',
        'touches',
        'zip',
      ].toSorted(),
    )
    expect(sent[0]?.body).toMatchObject({ source: 'Accelerate 2025', state: 'Massachusetts' })
  })
})

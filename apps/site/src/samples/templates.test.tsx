import type { PublicSampleTemplate, SampleRequestInput } from '@app/api-client'
import { getCreateSampleRequestMockHandler, getListPublicSampleTemplatesMockHandler } from '@app/api-client/mocks'
import { useTestServer } from '@app/ui/testing'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { MemoryRouter } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import { storeDraft, storedDraft } from '../lib/draft-storage.ts'
import { FormDraft } from '../forms/form-draft.ts'
import { publicClient } from '../forms/QueryProvider.tsx'
import { ToastProvider } from '../toasts/ToastProvider.tsx'
import { SampleForm } from './SampleForm.tsx'
import { emptySampleForm } from './sample-form.ts'
import { TemplateGallery } from './TemplateGallery.tsx'

const server = useTestServer()
const spring: PublicSampleTemplate = {
  id: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a33',
  name: 'Spring postcard',
  type: 'postcard',
  frontImageUrl: 'https://images.example.com/front.png',
  description: 'Seasonal offer, full bleed.',
}
const rates: PublicSampleTemplate = { id: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a34', name: 'Rate letter', type: 'letter' }
const offer = (...templates: PublicSampleTemplate[]) => server.use(getListPublicSampleTemplatesMockHandler(templates))

const show = ({ event, withList = true }: { event?: string; withList?: boolean } = {}) =>
  render(
    <MemoryRouter>
      <ToastProvider>
        {withList && <TemplateGallery />}
        <SampleForm {...(event !== undefined && { event })} />
      </ToastProvider>
    </MemoryRouter>,
  )

const choice = () => screen.findByLabelText('A piece you would like to see')
const filled = {
  ...emptySampleForm,
  firstName: 'Dana',
  lastName: 'Example',
  email: 'dana@example.com',
  addressLine1: '12 Example Street',
  city: 'Cambridge',
  state: 'MA',
  zip: '02138',
  sampleType: 'both',
}
const storeSandboxDraft = (changes: Partial<typeof filled> = {}) =>
  new FormDraft('samples', emptySampleForm).keep({ ...filled, ...changes })

/** Records the sample requests. */
function acceptRequests(): SampleRequestInput[] {
  const sent: SampleRequestInput[] = []
  server.use(
    getCreateSampleRequestMockHandler(async ({ request }) => {
      // The contract types the form; the API tests cover server validation.
      sent.push((await request.json()) as SampleRequestInput)
      return { id: '0199a1b2-0000-7000-8000-000000000001', createdAt: '2026-03-02T15:04:05.000Z' }
    }),
  )
  return sent
}

const sendSamples = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Send My Samples' }))
  await screen.findByRole('dialog', { name: 'Thank You!' })
}

describe('the template gallery', () => {
  test('shows a loading state, then the templates; a selected one appears in the form and can be removed', async () => {
    const answer = Promise.withResolvers<PublicSampleTemplate[]>()
    server.use(getListPublicSampleTemplatesMockHandler(() => answer.promise))
    show()
    expect(screen.getByText('Loading the pieces')).toBeInTheDocument()
    answer.resolve([spring, rates])
    const texts = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)
    expect(texts).toEqual([
      expect.stringContaining('Seasonal offer, full bleed.'),
      expect.stringMatching(/^No picture yetRate letterLetter/),
    ])
    const picture = screen.getByRole('img', { name: 'Spring postcard, front' })
    expect(picture).toHaveAttribute('referrerpolicy', 'no-referrer')

    await userEvent.click(screen.getByRole('button', { name: 'Add to My Request', description: 'Rate letter' }))
    const wanted = `${rates.id} Rate letter`
    expect(await choice()).toHaveValue(wanted)
    expect(storedDraft('samples')).toMatchObject({ values: { template: wanted } })
    await userEvent.click(screen.getByRole('button', { name: 'In Your Request' }))
    expect(await choice()).toHaveValue('')
    expect(storedDraft('samples')).toMatchObject({ values: { template: '' } })
  })

  test('shows an empty state, and the form has no template field', async () => {
    offer()
    show()
    expect(await screen.findByText(/We only have the standard pack right now/)).toBeVisible()
    expect(screen.queryByLabelText('A piece you would like to see')).toBeNull()
  })

  test('shows an error, and a retry loads both the gallery and the form’s options', async () => {
    server.use(http.get('*/api/sample-templates', () => HttpResponse.json({}, { status: 503 })))
    show()
    expect(await screen.findAllByRole('alert')).toHaveLength(2)
    offer(spring)
    const [inList] = screen.getAllByRole('button', { name: 'Try Again' })
    await userEvent.click(inList ?? document.body)
    expect(await screen.findByRole('heading', { name: 'Spring postcard' })).toBeVisible()
    expect(await choice()).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('a requested template', () => {
  test('is sent by name, also from an event’s form, and the next form starts without one', async () => {
    offer(spring, rates)
    const sent = acceptRequests()
    storeDraft('samples-event', { values: filled })
    show({ event: 'Accelerate 2025', withList: false })
    await userEvent.selectOptions(await choice(), 'Spring postcard')
    await sendSamples()
    expect(sent).toMatchObject([{ templateName: 'Spring postcard' }])
    expect(await choice()).toHaveValue('')
    expect(sessionStorage).toHaveLength(0)
  })

  test('survives a reload, and is sent even if staff have hidden it or the list does not load', async () => {
    offer(rates)
    const sent = acceptRequests()
    storeSandboxDraft({ template: `${spring.id} ${spring.name}` })
    show({ withList: false })
    expect(await choice()).toHaveDisplayValue('Spring postcard')
    cleanup()
    publicClient.clear()
    server.use(http.get('*/api/sample-templates', () => HttpResponse.error()))
    show({ withList: false })
    expect(await choice()).toHaveDisplayValue('Spring postcard')
    await sendSamples()
    expect(sent).toMatchObject([{ templateName: 'Spring postcard' }])
  })

  test('is optional, and is omitted if the draft is outdated', async () => {
    offer(spring)
    const sent = acceptRequests()
    storeSandboxDraft({ template: 'spring' })
    show({ withList: false })
    expect(await choice()).toHaveValue('')
    await sendSamples()
    expect(sent).toHaveLength(1)
    expect(sent[0]).not.toHaveProperty('templateName')
  })
})

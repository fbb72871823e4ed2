import { getListPublicSampleTemplatesMockHandler } from '@app/api-client/mocks'
import { useTestServer } from '@app/ui/testing'
import { render, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, describe, expect, test } from 'vitest'
import { emptyLeadForm, toLeadInput } from '../leads/lead-form.ts'
import { LeadForm } from '../leads/LeadForm.tsx'
import { choiceOf, emptySampleForm, toSampleRequest } from '../samples/sample-form.ts'
import { SampleForm } from '../samples/SampleForm.tsx'
import { FormDraft } from './form-draft.ts'
import { FormProviders } from './FormProviders.tsx'

/** The choices for fields with options; all others get this text. */
const choices = { industry: 'retail', volume: '1000-5000', sampleType: 'both' }
const template = { id: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a33', name: 'Spring postcard', type: 'postcard' } as const
const typed = 'Dana'
const fillIn = <Form extends object>(empty: Form): Form => {
  const filled = { ...empty }
  for (const field in filled) Object.assign(filled, { [field]: ` ${typed} ` })
  return Object.assign(filled, choices, 'template' in empty && { template: choiceOf(template) })
}

const lead = toLeadInput(fillIn(emptyLeadForm), '/')
const sample = toSampleRequest(fillIn(emptySampleForm), undefined)
const eventSample = toSampleRequest(fillIn(emptySampleForm), 'Accelerate 2025')

const forms = [
  {
    name: 'the demo request in its dialog',
    empty: emptyLeadForm,
    request: lead,
    form: <LeadForm variant="modal" draft={new FormDraft('lead-modal', emptyLeadForm)} />,
  },
  { name: 'the sample request', empty: emptySampleForm, request: sample, form: <SampleForm /> },
  {
    name: 'the sample request of an event',
    empty: emptySampleForm,
    request: eventSample,
    form: <SampleForm event="Expo" />,
  },
]

const server = useTestServer()
beforeEach(() => server.use(getListPublicSampleTemplatesMockHandler([template])))

/** Each test names a field that is in the contract and in the form module, but not where the visitor or the API needs it. */
describe.each(forms)('$name', ({ empty, request, form }) => {
  test.each(Object.keys(empty))('has a field for %s', async (name) => {
    const { container } = render(
      <MemoryRouter>
        <FormProviders>{form}</FormProviders>
      </MemoryRouter>,
    )
    await waitFor(() => expect(container.querySelectorAll(`[name="${name}"]`)).toHaveLength(1))
  })

  test.each(Object.keys(empty))('sends %s', (name) => {
    const members = {
      ...Object.fromEntries(Object.keys(empty).map((field) => [field, { [field]: typed }])),
      ...Object.fromEntries(Object.entries(choices).map(([field, value]) => [field, { [field]: value }])),
      template: { templateName: template.name },
      // The honeypot.
      topic: { website: typed },
    }
    expect(request).toMatchObject(new Map(Object.entries(members)).get(name) ?? {})
  })
})

import { getListPublicSampleTemplatesMockHandler } from '@app/api-client/mocks'
import { useTestServer } from '@app/ui/testing'
import { render, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, test } from 'vitest'
import { emptyLeadForm, toLeadInput } from '../leads/lead-form.ts'
import { LeadForm } from '../leads/LeadForm.tsx'
import { choiceOf, emptySampleForm, toSampleRequest } from '../samples/sample-form.ts'
import { SampleForm } from '../samples/SampleForm.tsx'
import { FormDraft } from './form-draft.ts'
import { FormProviders } from './FormProviders.tsx'

/** Values of the fields with options; all others get the text below. */
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

/** A missing field is in the contract and in the form module, but not where the visitor or the API needs it. */
test.each(forms)('$name has each field once, and sends it', async ({ empty, request, form }) => {
  const { container } = render(
    <MemoryRouter>
      <FormProviders>{form}</FormProviders>
    </MemoryRouter>,
  )
  const shown = () => [...container.querySelectorAll('[name]')].map((field) => field.getAttribute('name') ?? '')
  await waitFor(() => expect(shown().toSorted()).toEqual(Object.keys(empty).toSorted()))

  const members = Object.keys(empty).map((field) => {
    if (field === 'template') return { templateName: template.name }
    // The honeypot.
    if (field === 'topic') return { website: typed }
    return { [field]: typed, ...(field in choices && { [field]: choices[field as keyof typeof choices] }) }
  })
  expect(request).toMatchObject(Object.assign({}, ...members))
})

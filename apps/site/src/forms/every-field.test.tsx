import { render } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import { emptyLeadForm, toLeadInput } from '../leads/lead-form.ts'
import { LeadForm } from '../leads/LeadForm.tsx'
import { emptySampleForm, toSampleRequest } from '../samples/sample-form.ts'
import { SampleForm } from '../samples/SampleForm.tsx'
import { FormDraft } from './form-draft.ts'
import { FormProviders } from './FormProviders.tsx'

/** What a visitor could choose in the fields that are lists; into all others this text is typed. */
const choices = { industry: 'retail', volume: '1000-5000', sampleType: 'both' }
const typed = 'Dana'
const fillIn = <Form extends object>(empty: Form): Form => {
  const filled = { ...empty }
  for (const field in filled) Object.assign(filled, { [field]: ` ${typed} ` })
  return Object.assign(filled, choices)
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
  { name: 'the request for samples', empty: emptySampleForm, request: sample, form: <SampleForm /> },
  { name: 'the one of an event', empty: emptySampleForm, request: eventSample, form: <SampleForm event="Expo" /> },
]

/** Each test names a field that is in the contract and in the form module, but not where the visitor or the API needs it. */
describe.each(forms)('$name', ({ empty, request, form }) => {
  test.each(Object.keys(empty))('has a field for %s', (name) => {
    const { container } = render(
      <MemoryRouter>
        <FormProviders>{form}</FormProviders>
      </MemoryRouter>,
    )
    expect(container.querySelectorAll(`[name="${name}"]`)).toHaveLength(1)
  })

  test.each(Object.keys(empty))('sends %s', (name) => {
    const expected = new Map(Object.entries(choices)).get(name) ?? typed
    expect(request).toHaveProperty(name, expected)
  })
})

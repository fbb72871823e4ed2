import { type PublicSampleTemplate, type SampleRequestInput, type SampleType, zipPattern } from '@app/api-client'
import { fieldNames, optionsOf, sampleTypeLabels, stateCodes } from '@app/labels'
import { useSyncExternalStore } from 'react'
import { draftsOf, type FormDraft } from '../forms/form-draft.ts'
import { emptyValues, type FormField, line, optional, rulesOf, sentValues } from '../forms/form-fields.ts'
import {
  chosenOption,
  type FormValues,
  optionalLine,
  optionalLines,
  optionalText,
  trimmed,
  validEmail,
} from '../forms/form-values.ts'

const sampleTypeOptions = optionsOf(sampleTypeLabels)

type Answer = Exclude<keyof SampleRequestInput, 'source' | 'templateName' | 'touches' | 'website'>
/** Every field of the request except the event's label. `topic` is the honeypot, sent as `website`. */
export type SampleField = Answer | 'template' | 'topic'
type SampleForm = FormValues<SampleField>

const digitsOf = (text: string) => text.replaceAll(/\D/g, '').length

const phoneRule = (text: string) =>
  !trimmed(text) || digitsOf(text) >= 10 ? optionalLine(text) : 'Please enter at least 10 digits'

function zipRule(text: string) {
  if (!trimmed(text)) return 'ZIP Code is required'
  return zipPattern.test(trimmed(text)) ? null : 'Please enter a ZIP Code like 02138 or 02138-1234'
}

/** @throws {Error} if the form was not validated */
function chosenType(text: string): SampleType {
  const sampleType = chosenOption(sampleTypeOptions, text)
  if (!sampleType) throw new Error('no sample type is chosen')
  return sampleType
}

/** The fields, in the order of the form. */
export const formFields = {
  firstName: line('First name', 1, 'given-name'),
  lastName: line('Last name', 1, 'family-name'),
  email: { ...line('Email', 2, 'email'), type: 'email', rule: validEmail },
  phone: { label: 'Phone', row: 2, type: 'tel', autoComplete: 'tel', rule: phoneRule, sent: optionalText },
  company: { label: 'Company', row: 3, autoComplete: 'organization', ...optional },
  addressLine1: line('Address', 4, 'address-line1'),
  addressLine2: { label: 'Apartment, suite, or floor', row: 5, autoComplete: 'address-line2', ...optional },
  city: line('City', 6, 'address-level2'),
  state: { ...line('State', 7, 'address-level1'), options: stateCodes },
  zip: { ...line('ZIP Code', 7, 'postal-code'), inputMode: 'numeric', rule: zipRule },
  sampleType: {
    label: 'What should we send?',
    row: 8,
    isRequired: true,
    options: sampleTypeOptions,
    rule: (text: string) => (chosenOption(sampleTypeOptions, text) ? null : 'Please choose what to send'),
    sent: chosenType,
  },
  notes: { label: 'Notes', row: 9, isLong: true, rule: optionalLines, sent: optionalText },
} satisfies { [Name in Answer]-?: FormField<SampleRequestInput[Name]> }

/** An event's form takes any text as the state. */
export const eventFields = { ...formFields, state: line('State', 7, 'address-level1') }

const isBeforeTemplate = (name: Answer) => formFields[name].row <= formFields.sampleType.row
/** The fields before and after the choice of a template. */
export const namesAround = {
  before: fieldNames(formFields).filter(isBeforeTemplate),
  after: fieldNames(formFields).filter((name) => !isBeforeTemplate(name)),
}

export const emptySampleForm: SampleForm = { ...emptyValues(formFields), template: '', topic: '' }

export const sampleDraft = draftsOf(emptySampleForm)

export const sampleRules = rulesOf(formFields)

/** The form value of a template: its id, a space, and its name. */
export const choiceOf = ({ id, name }: Pick<PublicSampleTemplate, 'id' | 'name'>): string => `${id} ${name}`

const choicePattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12} (\S.{0,199})$/

/** The name in a form value. Undefined for any other text, which only an outdated draft could contain. */
export const templateNameOf = (choice: string): string | undefined => choicePattern.exec(choice)?.[1]

/**
 * The form value of the draft's template, and a function that changes it: used by the form and by the gallery above it.
 */
export function useChosenTemplate(draft: FormDraft<SampleField>) {
  const template = useSyncExternalStore(
    draft.subscribe,
    () => draft.values.template,
    () => '',
  )
  const choose = (choice: string) => draft.change({ ...draft.values, template: choice })
  return [templateNameOf(template) ? template : '', choose] as const
}

/**
 * The trimmed request. With an event, empty optional fields are left out; without one, all twelve fields are sent.
 * @throws {Error} if no sample type is chosen, which the form's rules prevent
 */
export function toSampleRequest(form: SampleForm, event: string | undefined): SampleRequestInput {
  const sent = sentValues(formFields, form)
  const left = event === undefined ? '' : undefined
  return {
    ...sent,
    phone: sent.phone ?? left,
    company: sent.company ?? left,
    addressLine2: sent.addressLine2 ?? left,
    notes: sent.notes ?? left,
    templateName: templateNameOf(form.template),
    website: optionalText(form.topic),
    source: event,
  }
}

import type { LeadInput } from '@app/api-client'
import { leadSource, leadSourceLabel } from '@app/brand'
import { fieldNames, industryLabels, optionsOf, volumeLabels } from '@app/labels'
import { draftsOf } from '../forms/form-draft.ts'
import { emptyValues, type FormField, rulesOf, sentValues } from '../forms/form-fields.ts'
import {
  chosenOption,
  type FormValues,
  optionalLine,
  optionalLines,
  optionalText,
  required,
  trimmed,
  validEmail,
} from '../forms/form-values.ts'

const industryOptions = optionsOf(industryLabels)
const volumeOptions = optionsOf(volumeLabels)

type Answer = Exclude<keyof LeadInput, 'leadSource' | 'source' | 'touches' | 'website'>
/** Every field of the request except those the page adds. `topic` is the honeypot, sent as `website`. */
export type LeadField = Answer | 'topic'
type LeadForm = FormValues<LeadField>

const optional = { rule: optionalLine, sent: optionalText }

/** The fields in the order of the form. */
export const formFields = {
  firstName: {
    label: 'First name',
    row: 1,
    autoComplete: 'given-name',
    isRequired: true,
    rule: required('First name is required'),
    sent: trimmed,
  },
  lastName: {
    label: 'Last name',
    row: 1,
    autoComplete: 'family-name',
    isRequired: true,
    rule: required('Last name is required'),
    sent: trimmed,
  },
  email: {
    label: 'Work email',
    row: 2,
    type: 'email',
    autoComplete: 'email',
    isRequired: true,
    rule: validEmail,
    sent: trimmed,
  },
  phone: { label: 'Phone', row: 3, type: 'tel', autoComplete: 'tel', ...optional },
  company: { label: 'Company', row: 3, autoComplete: 'organization', ...optional },
  industry: {
    label: 'Industry',
    row: 4,
    options: industryOptions,
    sent: (text: string) => chosenOption(industryOptions, text),
  },
  volume: {
    label: 'Pieces a month',
    row: 4,
    options: volumeOptions,
    sent: (text: string) => chosenOption(volumeOptions, text),
  },
  message: { label: 'Message', row: 5, isLong: true, rule: optionalLines, sent: optionalText },
} satisfies { [Name in Answer]-?: FormField<LeadInput[Name]> }

/** The inline form is shorter. */
export const inlineFields = fieldNames(formFields).filter((name) => name !== 'phone')

export const emptyLeadForm: LeadForm = { ...emptyValues(formFields), topic: '' }

export const leadDraft = draftsOf(emptyLeadForm)

export const leadRules = rulesOf(formFields)

/** The request: trimmed, without empty optional fields, labeled with the page it was sent from. */
export const toLeadInput = (form: LeadForm, path: string): LeadInput => ({
  ...sentValues(formFields, form),
  website: optionalText(form.topic),
  leadSource,
  source: leadSourceLabel(path),
})

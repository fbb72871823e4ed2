import type { LeadInput } from '@app/api-client'
import { leadSource, leadSourceLabel } from '@app/brand'
import { fieldNames, industryLabels, optionsOf, volumeLabels } from '@app/labels'
import { draftsOf } from '../forms/form-draft.ts'
import { emptyValues, type FormField, line, optional, rulesOf, sentValues } from '../forms/form-fields.ts'
import { chosenOption, type FormValues, optionalLines, optionalText, validEmail } from '../forms/form-values.ts'

const industryOptions = optionsOf(industryLabels)
const volumeOptions = optionsOf(volumeLabels)

type Answer = Exclude<keyof LeadInput, 'leadSource' | 'source' | 'touches' | 'website'>
/** Every field of the request except those the page adds. `topic` is the honeypot, sent as `website`. */
export type LeadField = Answer | 'topic'
type LeadForm = FormValues<LeadField>

/** The fields, in the order of the form. */
export const formFields = {
  firstName: line('First name', 1, 'given-name'),
  lastName: line('Last name', 1, 'family-name'),
  email: { ...line('Work email', 2, 'email'), type: 'email', rule: validEmail },
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

/** The fields of the inline form, which is shorter. */
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

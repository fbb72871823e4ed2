import type { LeadOwner, LeadPatch, LeadPipeline } from '@app/api-client'
import { fieldNames, labelOf, leadField, type LeadPipelineField, leadPipelineFields } from '@app/labels'
import { absent, dayText, inDollars } from '../components/format.ts'
import { optionalLine } from '../components/text-rules.ts'
import { lostReasonRule } from '../leads/LostFields.tsx'

/** The pipeline fields as form values. An empty string means no value. */
export type WorkForm = Record<LeadPipelineField, string> & { stage: LeadPipeline['stage'] }

/** As typed: "1250" or "1250.50". */
const dollarText = (dollars: number | null): string => {
  if (dollars === null) return ''
  return Number.isInteger(dollars) ? String(dollars) : dollars.toFixed(2)
}

/** Fields whose value is not optional text. */
type ValueField = 'stage' | 'wonValue'
type TextField = Exclude<LeadPipelineField, ValueField>

const isText = (name: LeadPipelineField): name is TextField => name !== 'stage' && name !== 'wonValue'
const textFields = fieldNames(leadPipelineFields).filter(isText)

const eachText = <Value>(valueOf: (name: TextField) => Value) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Each name becomes a member.
  Object.fromEntries(textFields.map((name) => [name, valueOf(name)])) as Record<TextField, Value>

/** The fields without a fixed place, which the form lists one below the other. */
const placed: readonly TextField[] = ['ownerId', 'lostReason', 'lostNote', 'nextStep', 'nextStepOn']
export const plainFields = textFields.filter((name) => !placed.includes(name))

export const workForm = (work: LeadPipeline): WorkForm => ({
  ...eachText((name) => work[name] ?? ''),
  stage: work.stage,
  wonValue: dollarText(work.wonValue),
})

/** The pipeline fields as stored, without those that belong to another stage. */
export const workOf = (form: WorkForm) => ({
  ...eachText((name) => form[name].trim() || null),
  stage: form.stage,
  ...(form.stage !== 'lost' && { lostReason: null, lostNote: null }),
  wonValue: form.stage === 'won' && form.wonValue.trim() ? Number(form.wonValue) : null,
})

/** The request body: the changed fields. */
export function workChange(before: WorkForm, after: WorkForm): LeadPatch {
  const was: Record<string, unknown> = workOf(before)
  return Object.fromEntries(Object.entries(workOf(after)).filter(([name, value]) => value !== was[name]))
}

const dollars = /^\d{1,10}([.]\d{1,2})?$/

export const workRules = {
  lostReason: lostReasonRule,
  wonValue: (value: string, { stage }: WorkForm) =>
    stage !== 'won' || !value.trim() || (dollars.test(value.trim()) && Number(value) <= 1_000_000_000)
      ? null
      : 'Enter US dollars, such as 1250 or 1250.50',
  lostNote: optionalLine,
  nextStep: optionalLine,
  ...Object.fromEntries(plainFields.map((name) => [name, optionalLine])),
}

export const workLabels: Readonly<Record<string, string>> = {
  ...Object.fromEntries(fieldNames(leadPipelineFields).map((name) => [name, leadPipelineFields[name].label])),
  mergedInto: 'Merged into',
}

export const workFieldText = (field: string): string => labelOf(workLabels, field)

/** A value as text, from the string that the API and the form use. */
export function workValueText(owners: readonly LeadOwner[], field: string, value: string | null): string {
  if (!value) return field === 'ownerId' ? 'Unassigned' : absent
  if (field === 'ownerId') return owners.find(({ id }) => id === value)?.name ?? 'a former account'
  if (field === 'wonValue') return inDollars(Number(value))
  if (field === 'nextStepOn') return dayText(value)
  return isPipelineField(field) ? labelOf(leadField(field).values ?? {}, value) : value
}

const isPipelineField = (field: string): field is LeadPipelineField => Object.hasOwn(leadPipelineFields, field)

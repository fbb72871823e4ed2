import type { LeadChange, LeadOwner, LeadWork } from '@app/api-client'
import { isLine } from '@app/contract/formats'
import { labelOf, leadStageLabels } from '@app/labels'
import { absent } from '../components/date-text.ts'

/** The pipeline fields as form values. An empty string means no value. */
export type WorkForm = {
  ownerId: string
  stage: LeadWork['stage']
  lostReason: string
  wonValue: string
  nextStep: string
  nextStepOn: string
}

/** As typed: 1250 or 1250.50. */
const dollarText = (dollars: number | null): string => {
  if (dollars === null) return ''
  return Number.isInteger(dollars) ? String(dollars) : dollars.toFixed(2)
}

export const workForm = ({ ownerId, stage, lostReason, wonValue, nextStep, nextStepOn }: LeadWork): WorkForm => ({
  ownerId: ownerId ?? '',
  stage,
  lostReason: lostReason ?? '',
  wonValue: dollarText(wonValue),
  nextStep: nextStep ?? '',
  nextStepOn: nextStepOn ?? '',
})

/** The pipeline fields as stored, without those that belong to another stage. */
export const workOf = ({ ownerId, stage, lostReason, wonValue, nextStep, nextStepOn }: WorkForm) => ({
  ownerId: ownerId || null,
  stage,
  lostReason: stage === 'lost' ? lostReason.trim() || null : null,
  wonValue: stage === 'won' && wonValue.trim() ? Number(wonValue) : null,
  nextStep: nextStep.trim() || null,
  nextStepOn: nextStepOn || null,
})

/** The request body: the fields that differ. */
export function workChange(before: WorkForm, after: WorkForm): LeadChange {
  const was: Record<string, unknown> = workOf(before)
  return Object.fromEntries(Object.entries(workOf(after)).filter(([name, value]) => value !== was[name]))
}

const dollars = /^\d{1,10}([.]\d{1,2})?$/

export const workRules = {
  lostReason: (value: string, { stage }: WorkForm) =>
    stage !== 'lost' || isLine(value.trim()) ? null : 'Reason is required',
  wonValue: (value: string, { stage }: WorkForm) =>
    stage !== 'won' || !value.trim() || (dollars.test(value.trim()) && Number(value) <= 1_000_000_000)
      ? null
      : 'Enter US dollars, such as 1250 or 1250.50',
  nextStep: (value: string) =>
    !value.trim() || isLine(value.trim()) ? null : 'Use printable letters, digits, and symbols only',
}

const fieldNames: Readonly<Record<string, string>> = {
  ownerId: 'Owner',
  stage: 'Stage',
  lostReason: 'Lost reason',
  wonValue: 'Value',
  nextStep: 'Next step',
  nextStepOn: 'Due',
  mergedInto: 'Merged into',
}

/** The label of a pipeline field. */
export const workFieldText = (field: string): string => labelOf(fieldNames, field)

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** A value as text, from the string that the API and the form use. */
export function workValueText(owners: readonly LeadOwner[], field: string, value: string | null): string {
  if (!value) return field === 'ownerId' ? 'Nobody' : absent
  if (field === 'ownerId') return owners.find(({ id }) => id === value)?.name ?? 'a former account'
  if (field === 'stage') return labelOf(leadStageLabels, value)
  if (field === 'wonValue') return money.format(Number(value))
  if (field === 'nextStepOn') return dayFormat.format(Date.parse(`${value}T00:00:00Z`))
  return value
}

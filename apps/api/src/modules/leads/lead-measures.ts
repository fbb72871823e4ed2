import type { LeadStage } from '@app/contract'
import { columnsOf } from '../../db/columns.ts'
import { LeadCountEntity } from './lead-counts.entity.ts'
import { LeadEntity, leadStages } from './leads.entity.ts'

const lead = columnsOf(LeadEntity)
const count = columnsOf(LeadCountEntity)

/** SQL of what a single lead adds to each column of the counts, by its property. */
const ofALead = {
  leads: '1',
  contacted: `(${lead.stage} = 'contacted')::int`,
  qualified: `(${lead.stage} = 'qualified')::int`,
  won: `(${lead.stage} = 'won')::int`,
  lost: `(${lead.stage} = 'lost')::int`,
  wonValued: `(${lead.wonCents} is not null)::int`,
  wonCents: `coalesce(${lead.wonCents}, 0)`,
} satisfies Partial<Record<keyof typeof count, string>>

type Measure = keyof typeof ofALead

const measures = [
  'leads',
  'contacted',
  'qualified',
  'won',
  'lost',
  'wonValued',
  'wonCents',
] as const satisfies readonly Measure[]

/** The columns of both tables of counts that hold numbers. */
export const measureColumns: readonly string[] = measures.map((name) => count[name])

/** SQL of the same columns for each lead of a query, and for all of them together. */
export const measuresOfEach: readonly string[] = measures.map((name) => `${ofALead[name]} as ${count[name]}`)
export const measuresOfAll: readonly string[] = measures.map((name) => `sum(${ofALead[name]}) as ${count[name]}`)

/** SQL that adds up the columns of counts which the figures need, under the names of `Group`. */
export const groupSums: string = measures
  .filter((name) => name !== 'contacted' && name !== 'qualified')
  .map((name) => `sum(${count[name]})::float8 as "${name}"`)
  .join(', ')

/** A lead with one of these statuses has not become a deal in the CRM. */
export const unconverted: readonly string[] = ['new', 'sync_failed']
const isUnconverted = `status in (${unconverted.map((status) => `'${status}'`).join(', ')})`

/** Which leads a list asks for by what staff made of them. */
export interface WorkedFilter {
  /** All when undefined. */
  stages?: readonly LeadStage[] | undefined
  /** Only leads that became a deal in the CRM or that staff won, or only the others. */
  converted?: boolean | undefined
}

/** SQL conditions on a lead. */
export function workedConditions({ stages, converted }: WorkedFilter): string[] {
  const where: string[] = []
  if (stages) where.push(`${lead.stage} in (${stages.map((stage) => `'${stage}'`).join(', ')})`)
  if (converted === true) where.push(`(not ${isUnconverted} or ${lead.stage} = 'won')`)
  if (converted === false) where.push(`${isUnconverted} and ${lead.stage} <> 'won'`)
  return where
}

const inStage: Record<LeadStage, string> = {
  new: `${count.leads} - ${count.contacted} - ${count.qualified} - ${count.won} - ${count.lost}`,
  contacted: count.contacted,
  qualified: count.qualified,
  won: count.won,
  lost: count.lost,
}

const inStages = (stages: readonly LeadStage[]): string =>
  stages.length === 0 ? '0' : stages.map((stage) => inStage[stage]).join(' + ')

/** SQL for how many leads of a row of counts meet the same conditions. */
export function workedLeads({ stages, converted }: WorkedFilter): string {
  const asked = [...new Set(stages ?? leadStages)]
  const all = stages ? inStages(asked) : count.leads
  if (converted === undefined) return all
  const isWon = (stage: LeadStage) => stage === 'won'
  return converted
    ? `case when ${isUnconverted} then ${inStages(asked.filter(isWon))} else ${all} end`
    : `case when ${isUnconverted} then ${inStages(asked.filter((stage) => !isWon(stage)))} else 0 end`
}

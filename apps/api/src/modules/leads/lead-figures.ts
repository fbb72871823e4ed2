import type { LeadStats, MonthFigures } from '@app/contract'
import { dollarsOf, type Money, moneyOf, pipelineValue, times } from '@app/pricing'

/** Leads that are identical in everything that affects the figures. */
export interface Group {
  status: string
  stage: string
  /** Empty for leads without a volume. */
  volume: string
  leads: number
  /** The number of leads with a value, and the sum of these values in US cents. */
  valued: number
  cents: number
}

/** A lead with one of these statuses has not become a deal in the CRM. */
export const unconverted: readonly string[] = ['new', 'sync_failed']

const cent = moneyOf(0.01)

export const leadsOf = (groups: readonly Group[]): number => groups.reduce((total, { leads }) => total + leads, 0)

const isConverted = ({ status, stage }: Group): boolean => !unconverted.includes(status) || stage === 'won'

const worthOfGroup = ({ status, stage, volume, leads, valued, cents }: Group): Money =>
  status === 'lost' || stage === 'lost' ? 0n : times(pipelineValue(volume), leads - valued) + times(cent, cents)

/** The share of these leads that were converted, and their pipeline value (`LeadStats` defines both). */
export function worthOf(groups: readonly Group[]): Pick<LeadStats, 'conversionRate' | 'pipelineValue'> {
  const total = leadsOf(groups)
  const converted = leadsOf(groups.filter(isConverted))
  return {
    conversionRate: total === 0 ? 0 : Math.round((converted * 1000) / total) / 10,
    pipelineValue: dollarsOf(groups.reduce((sum, group) => sum + worthOfGroup(group), 0n)),
  }
}

export const figuresOf = (groups: readonly Group[]): MonthFigures => ({ leads: leadsOf(groups), ...worthOf(groups) })

import type { LeadStats, MonthFigures } from '@app/contract'
import { dollarsOf, type Money, moneyOf, pipelineValue, times } from '@app/pricing'
import * as Type from 'typebox'
import { unconverted } from './lead-measures.ts'

/** How many leads share a status and a volume, and what staff made of them: all that the figures depend on. */
export const Group = Type.Object({
  status: Type.String(),
  volume: Type.Union([Type.String(), Type.Null()]),
  leads: Type.Integer(),
  won: Type.Integer(),
  lost: Type.Integer(),
  /** Of those that are won, how many have a value, and what these values add up to. */
  wonValued: Type.Integer(),
  wonCents: Type.Integer(),
})
export type Group = Type.Static<typeof Group>

const cent = moneyOf(0.01)

export const leadsOf = (groups: readonly Group[]): number => groups.reduce((total, { leads }) => total + leads, 0)

/** What the CRM says about a deal wins over what staff say; a lead that it knows no deal of goes by its stage. */
const convertedOf = ({ status, leads, won }: Group): number => (unconverted.includes(status) ? won : leads)

function worthOfGroup({ status, volume, leads, lost, wonValued, wonCents }: Group): Money {
  if (status === 'lost') return 0n
  const lostByStaff = status === 'won' ? 0 : lost
  return times(pipelineValue(volume), leads - lostByStaff - wonValued) + times(cent, wonCents)
}

/** The share of these leads that became deals, and what they are worth. */
export function worthOf(groups: readonly Group[]): Pick<LeadStats, 'conversionRate' | 'pipelineValue'> {
  const total = leadsOf(groups)
  const converted = groups.reduce((sum, group) => sum + convertedOf(group), 0)
  return {
    conversionRate: total === 0 ? 0 : Math.round((converted * 1000) / total) / 10,
    pipelineValue: dollarsOf(groups.reduce((sum, group) => sum + worthOfGroup(group), 0n)),
  }
}

/** Figures of the leads in these groups alone. */
export const figuresOf = (groups: readonly Group[]): MonthFigures => ({ leads: leadsOf(groups), ...worthOf(groups) })

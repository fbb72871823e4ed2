import type { Industry, ListLeadsParams, Volume } from '@app/api-client'
import { leadSourceLabels } from '@app/brand'
import type { FilterField } from '../../list/FilterBar.tsx'
import { dayOf, oneOf, searchOf, type UrlState } from '../../list/use-url-state.ts'
import { industries, statuses, volumes } from './lead-display.ts'

const options = (texts: Record<string, string>) => Object.entries(texts).map(([value, label]) => ({ value, label }))

const statusOptions = Object.entries(statuses).map(([value, { text }]) => ({ value, label: text }))
const sourceOptions = leadSourceLabels.map((label) => ({ value: label, label }))

export const leadFields: readonly FilterField[] = [
  { name: 'status', label: 'Status', options: statusOptions },
  { name: 'industry', label: 'Industry', options: options(industries) },
  { name: 'volume', label: 'Volume', options: options(volumes) },
  { name: 'source', label: 'Source', options: sourceOptions },
  { name: 'from', label: 'From' },
  { name: 'to', label: 'To' },
]

/** Every filter taken away, and back to the first page. */
export const noFilter = Object.fromEntries(
  ['q', 'cursor', 'page', ...leadFields.map(({ name }) => name)].map((name) => [name, undefined]),
)

// The keys of these texts are the values of the contract.
const industryValues = Object.keys(industries) as Industry[]
const volumeValues = Object.keys(volumes) as Volume[]

type LeadFilter = Omit<ListLeadsParams, 'limit' | 'cursor'>

/** What the address asks for; members that say nothing are absent. */
export function leadFilter(url: UrlState): LeadFilter {
  const q = searchOf(url.get('q'))
  // The CRM has states of its own, so any word is a status.
  const status = /^[\w-]{1,40}$/.exec(url.get('status') ?? '')?.[0]
  const industry = oneOf(industryValues, url.get('industry'))
  const volume = oneOf(volumeValues, url.get('volume'))
  const source = searchOf(url.get('source'))
  const from = dayOf(url.get('from'))
  const to = dayOf(url.get('to'))
  return {
    ...(q && { q }),
    ...(status && { status }),
    ...(industry && { industry }),
    ...(volume && { volume }),
    ...(source && { source }),
    ...(from && { from }),
    ...(to && { to }),
  }
}

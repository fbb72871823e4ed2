import type { ListLeadsParams } from '@app/api-client'
import { industryLabels, leadStatusLabels, optionsOf, volumeLabels } from '@app/labels'
import type { Option } from '../list/choices.ts'
import type { FilterField } from '../list/FilterBar.tsx'
import { dayOf, searchOf, type UrlState, valueOf } from '../list/use-url-state.ts'

const industryOptions = optionsOf(industryLabels)
const volumeOptions = optionsOf(volumeLabels)

const convertedOptions = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]

/** The options of a filter whose values are data, including the value in the URL, which may have become rare. */
const optionsWith = (options: readonly Option[], chosen: string | undefined): readonly Option[] =>
  !chosen || options.some(({ value }) => value === chosen) ? options : [...options, { value: chosen, label: chosen }]

/** The CRM adds statuses of its own, so any word can be one. */
const statusIn = (url: UrlState) => /^[\w-]{1,40}$/.exec(url.get('status') ?? '')?.[0]

/** `sources` are the pages where leads came from. */
export const leadFields = (url: UrlState, sources: readonly string[]): readonly FilterField[] => [
  { name: 'status', label: 'Status', options: optionsWith(optionsOf(leadStatusLabels), statusIn(url)) },
  { name: 'industry', label: 'Industry', options: industryOptions },
  { name: 'volume', label: 'Volume', options: volumeOptions },
  {
    name: 'source',
    label: 'Source',
    options: optionsWith(
      sources.map((source) => ({ value: source, label: source })),
      url.get('source'),
    ),
  },
  { name: 'converted', label: 'Became a deal', options: convertedOptions, isChipOnly: true },
]

/** Clears the filters and the page. */
export const noFilter = Object.fromEntries(
  ['q', 'status', 'industry', 'volume', 'source', 'converted', 'from', 'to', 'cursor', 'page'].map((name) => [
    name,
    undefined,
  ]),
)

type LeadFilter = Omit<ListLeadsParams, 'limit' | 'cursor'>

/** The filters in the URL. Filters that are not set are absent. */
export function leadFilter(url: UrlState): LeadFilter {
  const q = searchOf(url.get('q'))
  const status = statusIn(url)
  const industry = valueOf(industryOptions, url.get('industry'))
  const volume = valueOf(volumeOptions, url.get('volume'))
  const source = searchOf(url.get('source'))
  const converted = valueOf(convertedOptions, url.get('converted'))
  const from = dayOf(url.get('from'))
  const to = dayOf(url.get('to'))
  return {
    ...(q && { q }),
    ...(status && { status }),
    ...(industry && { industry }),
    ...(volume && { volume }),
    ...(source && { source }),
    ...(converted && { converted: converted === 'true' }),
    ...(from && { from }),
    ...(to && { to }),
  }
}

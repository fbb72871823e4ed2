import type { ListLeadsParams } from '@app/api-client'
import { industryLabels, leadStatusLabels, optionsOf, volumeLabels } from '@app/labels'
import { choiceOf, type Option, textOf } from '../list/choices.ts'
import type { FilterField } from '../list/FilterBar.tsx'
import { daysIn, flagOf, present, searchOf, type UrlState, valueOf, without } from '../list/use-url-state.ts'

const industryOptions = optionsOf(industryLabels)
const volumeOptions = optionsOf(volumeLabels)

/** For filters that are a yes or no. */
export const flagOptions = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]

/** The options of a filter whose values are data, including the value in the URL, which may have become rare. */
const optionsWith = (options: readonly Option[], chosen: string | undefined): readonly Option[] =>
  !chosen || options.some(({ value }) => value === chosen)
    ? options
    : [...options, { value: chosen, label: textOf(chosen) }]

/** The CRM adds its own statuses, so any word can be one. */
export const isStatus = (value: string): value is string => /^[\w-]{1,40}$/.test(value)

const statusIn = (url: UrlState) => [url.get('status') ?? ''].find(isStatus)

/** `sources` are the pages where leads came from. */
export const leadFields = (url: UrlState, sources: readonly string[]): readonly FilterField[] => [
  { name: 'status', label: 'Status', options: optionsWith(optionsOf(leadStatusLabels), statusIn(url)) },
  { name: 'industry', label: 'Industry', options: industryOptions },
  { name: 'volume', label: 'Volume', options: volumeOptions },
  {
    name: 'source',
    label: 'Source',
    options: optionsWith(
      sources.map((source) => ({ value: choiceOf(source), label: source })),
      url.get('source'),
    ),
  },
  { name: 'converted', label: 'Became a deal', options: flagOptions, isChipOnly: true },
]

/** Clears the filters and the page. */
export const noFilter = without(['status', 'industry', 'volume', 'source', 'converted'])

const listOf = <Value>(value: Value | undefined): Value[] | undefined => (value === undefined ? undefined : [value])

type LeadFilter = Omit<ListLeadsParams, 'limit' | 'cursor'>

/** The filters in the URL. Filters that are not set are absent. */
export const leadFilter = (url: UrlState): LeadFilter =>
  present<LeadFilter>({
    q: searchOf(url.get('q')),
    status: listOf(statusIn(url)),
    industry: listOf(valueOf(industryOptions, url.get('industry'))),
    volume: listOf(valueOf(volumeOptions, url.get('volume'))),
    source: listOf(searchOf(url.get('source'))),
    converted: flagOf(url.get('converted')),
    ...daysIn(url),
  })

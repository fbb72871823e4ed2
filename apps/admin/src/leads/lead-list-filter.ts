import {
  attributionFilterPattern,
  idPattern,
  type LeadOwner,
  type LeadSourceCount,
  type LeadStageCount,
  type LeadStatusCount,
  type ListLeadsDueItem,
  type ListLeadsParams,
} from '@app/api-client'
import {
  firstReplyLabels,
  industryLabels,
  leadStageLabels,
  leadStatusLabels,
  lostReasonLabels,
  optionsOf,
  volumeLabels,
} from '@app/labels'
import { countText, figure } from '../components/format.ts'
import { allowedChoices, choiceOf, choicesOf, isOneOf, type Option, textOf } from '../list/choices.ts'
import type { FilterField } from '../list/FilterBar.tsx'
import { daysIn, flagOf, present, searchOf, without } from '../list/use-url-state.ts'
import { flagOptions, isStatus } from './lead-filter.ts'
import { statusDisplay } from './lead-display.tsx'
import { attributionText } from './touch-text.ts'
import { defaultOrder, leadOrder } from './lead-order.ts'

/** Reads a parameter from the URL or from a saved view. */
export interface Query {
  get: (name: string) => string | undefined
}

const dueOptions = [
  { value: 'overdue', label: 'Overdue' },
  { value: 'today', label: 'Today' },
  { value: 'week', label: 'Within seven days' },
  { value: 'any', label: 'Has a date' },
] as const

/** The names of filter values that are ids or codes, as far as they have loaded. */
export interface FilterNames {
  file: string | undefined
  link: string | undefined
}

/** The data behind the filter options, as far as it has loaded. */
interface Known {
  stages: readonly LeadStageCount[]
  /** Without a CRM, nothing sets the status. */
  hasCrm: boolean
  statuses: readonly LeadStatusCount[]
  sources: readonly LeadSourceCount[]
  owners: readonly LeadOwner[]
  /** The signed-in account. */
  me: string | undefined
  shown: FilterNames
}

const counted = (counts: readonly { value: string; leads: number }[], value: string): string | undefined => {
  const leads = counts.find((count) => count.value === value)?.leads
  return leads === undefined ? undefined : figure(leads)
}

/**
 * The fields of the filter bar. Options that come from data always include the values in the URL, which may have become
 * rare.
 */
export function leadListFields(query: Query, known: Known): readonly FilterField[] {
  const { stages, statuses, sources, owners, me, hasCrm, shown } = known
  const stageCounts = stages.map(({ stage, leads }) => ({ value: stage, leads }))
  const statusCounts = statuses.map(({ status, leads }) => ({ value: status, leads }))
  const sourceCounts = sources.map(({ source, leads }) => ({ value: choiceOf(source), leads }))
  const statusValues = new Set([...Object.keys(leadStatusLabels), ...statuses.map(({ status }) => status)])
  for (const status of choicesOf(query.get('status'))) statusValues.add(status)
  const people: Option[] = owners.map(({ id, name }) => ({ value: id, label: name }))
  return (
    [
      {
        name: 'stage',
        label: 'Stage',
        options: optionsOf(leadStageLabels).map((one) => ({ ...one, hint: counted(stageCounts, one.value) })),
      },
      {
        name: 'owner',
        label: 'Owner',
        options: [
          { value: 'none', label: 'Unassigned' },
          { value: 'me', label: 'Me' },
          ...people.filter(({ value }) => value !== me),
        ],
      },
      { name: 'due', label: 'Due', options: dueOptions },
      { name: 'lostReasons', label: 'Reason lost', options: optionsOf(lostReasonLabels), isChipOnly: true },
      { name: 'firstReplies', label: 'First reply', options: optionsOf(firstReplyLabels), isChipOnly: true },
      {
        name: 'status',
        label: 'CRM sync',
        isChipOnly: !hasCrm,
        options: [...statusValues].map((value) => ({
          value,
          label: statusDisplay(value).text,
          hint: counted(statusCounts, value),
        })),
      },
      { name: 'industry', label: 'Industry', options: optionsOf(industryLabels) },
      { name: 'volume', label: 'Volume', options: optionsOf(volumeLabels) },
      {
        name: 'source',
        label: 'Source',
        options: [...new Set([...sourceCounts.map(({ value }) => value), ...choicesOf(query.get('source'))])].map(
          (value) => ({
            value,
            label: textOf(value),
            hint: counted(sourceCounts, value),
          }),
        ),
      },
    ] satisfies FilterField[]
  )
    .map((field): FilterField => ({ ...field, isMultiple: true }))
    .concat([
      { name: 'converted', label: 'Became a deal', options: flagOptions, isChipOnly: true },
      {
        name: 'attribution',
        label: 'Attribution',
        options: [],
        isChipOnly: true,
        text: (value) => attributionText(value, shown.link),
      },
      { name: 'won', label: 'Won', options: flagOptions, isChipOnly: true },
      { name: 'importId', label: 'Import', options: [], isChipOnly: true, text: () => shown.file ?? 'One file' },
      {
        name: 'ids',
        label: 'Selection',
        options: [],
        isChipOnly: true,
        text: (ids) => countText(choicesOf(ids).length, 'lead'),
      },
    ])
}

const isLine = (value: string): value is string => textOf(value).length <= 200
const isDue = (value: string): value is ListLeadsDueItem => dueOptions.some((option) => option.value === value)
const isId = (value: string): value is string => idPattern.test(value)
const isOwner = (value: string): value is string => value === 'me' || value === 'none' || isId(value)

/** The maximum number of leads in a URL. */
export const maxNamed = 100

type LeadListFilter = Omit<ListLeadsParams, 'limit' | 'cursor' | 'order'>

const attributionOf = (text: string | undefined): string | undefined =>
  text && attributionFilterPattern.test(text) ? text : undefined

/** Every API filter, as in the URL, in the order in which saved views store them. */
const filtersIn = (query: Query): { [Name in keyof LeadListFilter]: LeadListFilter[Name] | undefined } => ({
  q: searchOf(query.get('q')),
  ...daysIn(query),
  stage: allowedChoices(query.get('stage'), isOneOf(leadStageLabels), 5),
  lostReasons: allowedChoices(query.get('lostReasons'), isOneOf(lostReasonLabels), 7),
  firstReplies: allowedChoices(query.get('firstReplies'), isOneOf(firstReplyLabels), 5),
  owner: allowedChoices(query.get('owner'), isOwner, 10),
  due: allowedChoices(query.get('due'), isDue, 4),
  status: allowedChoices(query.get('status'), isStatus, 9),
  industry: allowedChoices(query.get('industry'), isOneOf(industryLabels), 6),
  volume: allowedChoices(query.get('volume'), isOneOf(volumeLabels), 5),
  source: allowedChoices(query.get('source'), isLine, 10),
  converted: flagOf(query.get('converted')),
  attribution: attributionOf(query.get('attribution')),
  won: flagOf(query.get('won')),
  importId: allowedChoices(query.get('importId'), isId, 1)?.[0],
  ids: allowedChoices(query.get('ids'), isId, maxNamed),
})

const names = Object.keys(filtersIn({ get: () => undefined }))

/** Clears the filters, the order, the view, and the page. */
export const nothing = without([...names, 'order', 'view', 'lead'])

/** The filters in the URL, as API parameters. Filters that are not set are absent. */
export const leadListFilter = (query: Query): LeadListFilter => present(filtersIn(query))

/** Free text, which is validated by its own fields. */
const typed: readonly string[] = ['q', 'from', 'to']

/** The URL without invalid filters, so that the active filters match the list. */
export function readLeadList<Read extends Query>(query: Read): Read {
  const filter = new Map(Object.entries(leadListFilter(query)))
  const chosen: readonly string[] = names.filter((name) => !typed.includes(name))
  return { ...query, get: (name) => (chosen.includes(name) ? filter.get(name)?.toString() : query.get(name)) }
}

/** The filters and the order, as API parameters. */
export function leadListParams(query: Query): Omit<ListLeadsParams, 'limit' | 'cursor'> {
  const order = leadOrder(query.get('order'))
  return { ...leadListFilter(query), ...(order !== defaultOrder && { order }) }
}

/** The canonical form of the filters and the order, as stored in views, so that two views can be compared. */
export function viewQuery(query: Query): string {
  const written = new URLSearchParams()
  for (const name of [...names, 'order']) {
    const value = query.get(name)
    if (value) written.set(name, value)
  }
  return written.toString()
}

/** Reads a stored query like a URL. */
export const readQuery = (text: string): Query => {
  const parameters = new URLSearchParams(text)
  return { get: (name) => parameters.get(name) ?? undefined }
}

/** The URL changes that lead to a stored query. */
export const changesTo = (text: string): Record<string, string | undefined> => ({
  ...nothing,
  ...Object.fromEntries(new URLSearchParams(viewQuery(readQuery(text)))),
})

import type { ListSampleRequestsParams } from '@app/api-client'
import { optionsOf, syncStatusLabels } from '@app/labels'
import type { FilterField } from '../../list/FilterBar.tsx'
import { daysIn, flagOf, present, searchOf, type UrlState, valueOf, without } from '../../list/use-url-state.ts'

const syncOptions = optionsOf(syncStatusLabels)

export const requestFields: readonly FilterField[] = [
  {
    name: 'processed',
    label: 'Status',
    options: [
      { value: 'false', label: 'Pending' },
      { value: 'true', label: 'Processed' },
    ],
  },
  {
    name: 'printed',
    label: 'Print',
    options: [
      { value: 'false', label: 'To print' },
      { value: 'true', label: 'Printed' },
    ],
  },
  {
    name: 'late',
    label: 'Age',
    options: [
      { value: 'true', label: 'Late' },
      { value: 'false', label: 'Not late' },
    ],
  },
  { name: 'sync', label: 'CRM sync', options: syncOptions },
]

/** Removes every filter from the URL. */
export const wholeRequestList = without(['processed', 'printed', 'late', 'sync'])

type RequestFilter = Omit<ListSampleRequestsParams, 'limit' | 'cursor'>

/** The filters in the URL. Filters that are not set are absent. */
export const requestFilter = (url: UrlState): RequestFilter =>
  present<RequestFilter>({
    q: searchOf(url.get('q')),
    processed: flagOf(url.get('processed')),
    printed: flagOf(url.get('printed')),
    late: flagOf(url.get('late')),
    pipedriveStatus: valueOf(syncOptions, url.get('sync')),
    ...daysIn(url),
  })

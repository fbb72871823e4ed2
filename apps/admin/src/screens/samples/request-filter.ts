import type { ListSampleRequestsParams } from '@app/api-client'
import { optionsOf, syncStatusLabels } from '@app/labels'
import type { FilterField } from '../../list/FilterBar.tsx'
import { dayOf, oneOf, searchOf, type UrlState, valueOf } from '../../list/use-url-state.ts'

const syncOptions = optionsOf(syncStatusLabels)

export const requestFields: readonly FilterField[] = [
  {
    name: 'processed',
    label: 'State',
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
export const wholeRequestList = {
  q: undefined,
  processed: undefined,
  printed: undefined,
  late: undefined,
  sync: undefined,
  from: undefined,
  to: undefined,
  cursor: undefined,
  page: undefined,
}

type RequestFilter = Omit<ListSampleRequestsParams, 'limit' | 'cursor'>

/** The filters in the URL. Filters that are not set are absent. */
export function requestFilter(url: UrlState): RequestFilter {
  const q = searchOf(url.get('q'))
  const [processed, printed, late] = ['processed', 'printed', 'late'].map((name) =>
    oneOf(['true', 'false'], url.get(name)),
  )
  const pipedriveStatus = valueOf(syncOptions, url.get('sync'))
  const from = dayOf(url.get('from'))
  const to = dayOf(url.get('to'))
  return {
    ...(q && { q }),
    ...(processed && { processed: processed === 'true' }),
    ...(printed && { printed: printed === 'true' }),
    ...(late && { late: late === 'true' }),
    ...(pipedriveStatus && { pipedriveStatus }),
    ...(from && { from }),
    ...(to && { to }),
  }
}

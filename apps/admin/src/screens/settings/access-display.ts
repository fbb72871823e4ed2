import type { AccessEntry, AccessKind } from '@app/api-client'
import { countText } from '../../components/figure.ts'

export const kindLabels: Record<AccessKind, string> = {
  open: 'Viewed',
  search: 'Searched',
  export: 'Exported as a file',
  print: 'Printed',
  privacy_export: 'Exported a person',
  privacy_erase: 'Erased a person',
}

export const kindColors: Record<AccessKind, string> = {
  open: 'gray',
  search: 'gray',
  export: 'gold',
  print: 'gray',
  privacy_export: 'gold',
  privacy_erase: 'red',
}

const lists: Record<NonNullable<AccessEntry['list']>, { all: string; one: string }> = {
  leads: { all: 'Leads', one: 'A lead' },
  sample_requests: { all: 'Sample requests', one: 'A sample request' },
  pieces: { all: 'Mail pieces', one: 'A mail piece' },
}

export const listText = (list: AccessEntry['list']): string => (list ? lists[list].all : '')

/** The name of the record, or a placeholder if the record is gone. Searches and exports may be of no single one. */
export function recordText({ list, recordId, recordName, pieceId, kind }: AccessEntry): string | undefined {
  if (!recordId && (kind === 'search' || kind === 'export')) return undefined
  if (recordName) return pieceId ? `${recordName}, ${pieceId}` : recordName
  const one = list ? lists[list].one : 'A record'
  return recordId || kind.startsWith('privacy') ? `${one} that no longer exists` : `${one} that was erased`
}

/** A link to the record. Undefined if it no longer exists. */
export const recordPath = ({ list, recordId, recordName, pieceId }: AccessEntry): string | undefined => {
  if (!recordId || !recordName) return undefined
  if (list === 'pieces') return `/accounts?account=${recordId}${pieceId ? `&piece=${pieceId}` : ''}`
  return list === 'leads' ? `/leads?lead=${recordId}` : `/samples?tab=requests&edit=${recordId}`
}

/** The amount: rows of exports and searches, and repetitions. */
export function amountText({ kind, rows, times }: AccessEntry): string | undefined {
  const parts = [
    ...(rows === undefined ? [] : [countText(rows, 'row')]),
    ...(rows === undefined && kind === 'export' ? ['incomplete'] : []),
    ...(times > 1 ? [countText(times, 'time')] : []),
  ]
  return parts.join(', ') || undefined
}

/** The filters of an export. */
export const filtersText = ({ filters }: AccessEntry): string =>
  filters.map(({ name, value }) => (value === 'set' ? name : `${name}: ${value}`)).join(' · ')

/** A token by its prefix in the list, or a session by the beginning of its id. */
export const credentialText = (credential: string): string =>
  credential.startsWith('staff_') ? `token ${credential}…` : `session ${credential.slice(0, 6)}`

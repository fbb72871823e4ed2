import type { AccessEntry, AccessKind } from '@app/api-client'

export const kinds = [
  'open',
  'search',
  'export',
  'print',
  'privacy_export',
  'privacy_erase',
] as const satisfies AccessKind[]

const texts: Record<AccessKind, { text: string; color: string }> = {
  open: { text: 'Opened', color: 'gray' },
  search: { text: 'Searched', color: 'gray' },
  export: { text: 'Exported as CSV', color: 'gold' },
  print: { text: 'Printed', color: 'gray' },
  privacy_export: { text: 'Exported a person', color: 'gold' },
  privacy_erase: { text: 'Erased a person', color: 'red' },
}

export const kindText = (kind: AccessKind): string => texts[kind].text
export const kindColor = (kind: AccessKind): string => texts[kind].color

const lists: Record<NonNullable<AccessEntry['list']>, { all: string; one: string }> = {
  leads: { all: 'Leads', one: 'a lead' },
  sample_requests: { all: 'Sample requests', one: 'a sample request' },
}

export const listText = (list: AccessEntry['list']): string => (list ? lists[list].all : '')

/** Whose record it was, or what is left to say once that is gone. */
export function recordText({ list, recordId, recordName, kind }: AccessEntry): string | undefined {
  if (kind === 'search' || kind === 'export') return undefined
  if (recordName) return recordName
  const one = list ? lists[list].one : 'a record'
  return recordId || kind.startsWith('privacy') ? `By ${one} that is gone` : `${one} that is erased`.replace(/^a/, 'A')
}

/** Where the record is. Undefined when there is none any more. */
export const recordPath = ({ list, recordId, recordName }: AccessEntry): string | undefined => {
  if (!recordId || !recordName) return undefined
  return list === 'leads' ? `/leads?lead=${recordId}` : `/samples?tab=requests&edit=${recordId}`
}

const count = (number: number, one: string, many: string): string =>
  `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`

/** How much: rows of files and searches, and how often. */
export function amountText({ kind, rows, times }: AccessEntry): string | undefined {
  const parts = [
    ...(rows === undefined ? [] : [count(rows, 'row', 'rows')]),
    ...(rows === undefined && kind === 'export' ? ['not finished'] : []),
    ...(times > 1 ? [count(times, 'time', 'times')] : []),
  ]
  return parts.join(', ') || undefined
}

/** The filters of an export. */
export const filtersText = ({ filters }: AccessEntry): string =>
  filters.map(({ name, value }) => (value === 'set' ? name : `${name}: ${value}`)).join(' · ')

/** A token by what its list shows of it, and a session by enough to tell it from the others. */
export const credentialText = (credential: string): string =>
  credential.startsWith('staff_') ? `token ${credential}…` : `session ${credential.slice(0, 6)}`

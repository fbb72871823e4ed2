import { type AccessEntry, type AccessKind, useListAccessEntries } from '@app/api-client'
import { fieldNames } from '@app/labels'
import { Badge, Button } from '@mantine/core'
import { Link } from 'react-router-dom'
import toolbar from '../../components/Toolbar.module.css'
import { Instant } from '../../components/Instant.tsx'
import { FilterSelect } from '../../list/FilterSelect.tsx'
import { PagedRows } from '../../list/PagedRows.tsx'
import { firstPage, idOf, keepPage, pageOf, useUrlState, valueOf } from '../../list/use-url-state.ts'
import rows from '../../list/Rows.module.css'
import { PersonFilter } from './PersonFilter.tsx'
import { countText } from '../../components/format.ts'

const kinds: Record<AccessKind, { label: string; color: string }> = {
  open: { label: 'Viewed', color: 'gray' },
  search: { label: 'Searched', color: 'gray' },
  export: { label: 'Exported as a file', color: 'gold' },
  print: { label: 'Printed', color: 'gray' },
  privacy_export: { label: 'Exported a person', color: 'gold' },
  privacy_erase: { label: 'Erased a person', color: 'red' },
}
const options = fieldNames(kinds).map((value) => ({ value, label: kinds[value].label }))

const lists: Record<NonNullable<AccessEntry['list']>, { all: string; one: string }> = {
  leads: { all: 'Leads', one: 'A lead' },
  sample_requests: { all: 'Sample requests', one: 'A sample request' },
  pieces: { all: 'Mail pieces', one: 'A mail piece' },
}

const listText = (list: AccessEntry['list']): string => (list ? lists[list].all : '')

/**
 * The name of the record, or a placeholder if the record is gone. Undefined for searches and exports that concern no
 * single record.
 */
function recordText({ list, recordId, recordName, pieceId, kind }: AccessEntry): string | undefined {
  if (!recordId && (kind === 'search' || kind === 'export')) return undefined
  if (recordName) return pieceId ? `${recordName}, ${pieceId}` : recordName
  const one = list ? lists[list].one : 'A record'
  return recordId || kind.startsWith('privacy') ? `${one} that no longer exists` : `${one} that was erased`
}

/** A link to the record. Undefined if it no longer exists. */
const recordPath = ({ list, recordId, recordName, pieceId }: AccessEntry): string | undefined => {
  if (!recordId || !recordName) return undefined
  if (list === 'pieces') return `/accounts?account=${recordId}${pieceId ? `&piece=${pieceId}` : ''}`
  return list === 'leads' ? `/leads?lead=${recordId}` : `/samples?tab=requests&edit=${recordId}`
}

/** The number of rows in an export or search, and the number of repetitions. */
function amountText({ kind, rows, times }: AccessEntry): string | undefined {
  const parts = [
    ...(rows === undefined ? [] : [countText(rows, 'row')]),
    ...(rows === undefined && kind === 'export' ? ['incomplete'] : []),
    ...(times > 1 ? [countText(times, 'time')] : []),
  ]
  return parts.join(', ') || undefined
}

/** The filters of an export. */
const filtersText = ({ filters }: AccessEntry): string =>
  filters.map(({ name, value }) => (value === 'set' ? name : `${name}: ${value}`)).join(' · ')

/** A token by its prefix, as in the list, or a session by the start of its id. */
const credentialText = (credential: string): string =>
  credential.startsWith('staff_') ? `token ${credential}…` : `session ${credential.slice(0, 6)}`

/** The log of views, searches, and exports of personal data. */
export function AccessTab() {
  const url = useUrlState()
  const staffId = idOf(url.get('person'))
  const recordId = idOf(url.get('record'))
  const kind = valueOf(options, url.get('kind'))
  const entries = useListAccessEntries(
    { ...pageOf(url), ...(staffId && { staffId }), ...(kind && { kind }), ...(recordId && { recordId }) },
    keepPage,
  )
  const narrow = (changes: Record<string, string | undefined>) => url.set({ ...changes, ...firstPage })

  return (
    <>
      <div className={toolbar.filters}>
        <PersonFilter label="Staff member" />
        <FilterSelect name="kind" label="Action" all="All actions" options={options} />
        {recordId && (
          <Button variant="default" onClick={() => narrow({ record: undefined })}>
            Show all records
          </Button>
        )}
        <Button variant="default" loading={entries.isFetching} onClick={() => void entries.refetch()}>
          Refresh
        </Button>
      </div>
      <PagedRows
        query={entries}
        label="Access log"
        empty={staffId || kind || recordId ? 'No matches' : 'No entries yet'}
        hint="Views, searches, prints, and exports of leads, sample requests, and mail pieces in the last 180 days are listed here."
      >
        {(entry) => (
          <Entry key={entry.id} entry={entry} onRecord={recordId ? undefined : (id) => narrow({ record: id })} />
        )}
      </PagedRows>
    </>
  )
}

type EntryProps = { entry: AccessEntry; onRecord: ((id: string) => void) | undefined }

function Entry({ entry, onRecord }: EntryProps) {
  const { kind, staffName, role, network, credential, lastAt, recordId } = entry
  const amount = amountText(entry)
  const filters = filtersText(entry)
  return (
    <li className={`${rows.row} ${rows.even}`}>
      <div className={rows.line}>
        <Badge color={kinds[kind].color}>{kinds[kind].label}</Badge>
        {amount && <span className={rows.quiet}>{amount}</span>}
      </div>
      <div>
        <Subject entry={entry} />
        {filters && <p className={rows.quiet}>{filters}</p>}
        {recordId && onRecord && (
          <Button
            size="compact-xs"
            variant="transparent"
            px={0}
            color="ink"
            aria-label={`All access to this record: ${recordText(entry)}`}
            onClick={() => onRecord(recordId)}
          >
            All access to this record
          </Button>
        )}
      </div>
      <div>
        <p dir="auto">{staffName}</p>
        <p className={rows.quiet}>
          {role} · from {network}
          {credential && ` · ${credentialText(credential)}`}
        </p>
      </div>
      <p className={rows.quiet}>
        <Instant at={lastAt} />
      </p>
    </li>
  )
}

function Subject({ entry }: { entry: AccessEntry }) {
  const record = recordText(entry)
  const path = recordPath(entry)
  if (record === undefined) return <p>{listText(entry.list)}</p>
  return <p dir="auto">{path ? <Link to={path}>{record}</Link> : record}</p>
}

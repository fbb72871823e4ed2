import { type AccessEntry, useListAccessEntries } from '@app/api-client'
import { optionsOf } from '@app/labels'
import { Badge, Button } from '@mantine/core'
import { Link } from 'react-router-dom'
import toolbar from '../../components/Toolbar.module.css'
import { Instant } from '../../components/Instant.tsx'
import { FilterSelect } from '../../list/FilterSelect.tsx'
import { PagedRows } from '../../list/PagedRows.tsx'
import { firstPage, keepPage, pageOf } from '../../list/paging.ts'
import rows from '../../list/Rows.module.css'
import { idOf, useUrlState, valueOf } from '../../list/use-url-state.ts'
import list from '../../access/SignInList.module.css'
import {
  amountText,
  credentialText,
  filtersText,
  kindColors,
  kindLabels,
  listText,
  recordPath,
  recordText,
} from './access-display.ts'
import { PersonFilter } from './PersonFilter.tsx'

const options = optionsOf(kindLabels)

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
    <li className={`${rows.row} ${list.attempt}`}>
      <div className={rows.line}>
        <Badge color={kindColors[kind]}>{kindLabels[kind]}</Badge>
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

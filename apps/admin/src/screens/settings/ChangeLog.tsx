import { useListChanges } from '@app/api-client'
import { Button, NativeSelect, Skeleton } from '@mantine/core'
import { useOwners } from '../../leads/OwnerName.tsx'
import { ChangeEntry } from '../../list/ChangeEntry.tsx'
import { EmptyNotice } from '../../components/EmptyNotice.tsx'
import { PagedList } from '../../list/PagedList.tsx'
import { firstPage, keepPage, pageOf } from '../../list/paging.ts'
import rows from '../../list/Rows.module.css'
import { useUrlState, valueOf } from '../../list/use-url-state.ts'
import { actionText, changedTypes, shownChange } from './change-display.ts'
import styles from './StaffTab.module.css'

const pageSize = 20

/** The log of changes to everything but leads and sample requests, from this app or the command line. */
export function ChangeLog() {
  const url = useUrlState()
  const recordType = valueOf(changedTypes, url.get('record'))
  const log = useListChanges({ ...pageOf(url, pageSize), ...(recordType && { recordType }) }, keepPage)
  const owners = useOwners()

  return (
    <>
      <div className={styles.bar}>
        <h2 id="changes" className={styles.heading}>
          Changes
        </h2>
        <div className={styles.actions}>
          <NativeSelect
            aria-label="Record type"
            data={[{ value: '', label: 'All types' }, ...changedTypes.map(({ value, label }) => ({ value, label }))]}
            value={recordType ?? ''}
            onChange={(event) => url.set({ record: event.currentTarget.value, ...firstPage })}
          />
          <Button variant="default" loading={log.isFetching} onClick={() => void log.refetch()}>
            Refresh
          </Button>
        </div>
      </div>
      <PagedList
        query={log}
        url={url}
        failure="The changes could not be loaded"
        loading={<Skeleton height={160} radius="md" role="status" aria-label="Loading" />}
        empty={
          <EmptyNotice title={recordType ? 'No changes match' : 'No changes yet'}>
            Every change to an account, setting, template, price, or campaign link is recorded here, with the person who
            made it.
          </EmptyNotice>
        }
      >
        {(entries, list) => (
          <ul {...list} aria-label="Changes" className={rows.rows}>
            {entries.map((entry) => (
              <ChangeEntry
                key={entry.id}
                entry={entry}
                action={actionText(entry)}
                shown={(change) => shownChange(entry, change, owners)}
              />
            ))}
          </ul>
        )}
      </PagedList>
    </>
  )
}

import { useListChanges } from '@app/api-client'
import { Button } from '@mantine/core'
import { Section } from '../../components/Section.tsx'
import { useOwners } from '../../leads/OwnerName.tsx'
import { ChangeEntry } from '../../list/ChangeEntry.tsx'
import { FilterSelect } from '../../list/FilterSelect.tsx'
import { PagedRows } from '../../list/PagedRows.tsx'
import { keepPage, pageOf } from '../../list/paging.ts'
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
    <Section
      title="Changes"
      action={
        <div className={styles.actions}>
          <FilterSelect name="record" aria-label="Record type" all="All types" options={changedTypes} />
          <Button variant="default" loading={log.isFetching} onClick={() => void log.refetch()}>
            Refresh
          </Button>
        </div>
      }
    >
      <PagedRows
        query={log}
        label="Changes"
        empty={recordType ? 'No changes match' : 'No changes yet'}
        hint="Every change to an account, setting, template, price, or campaign link is recorded here, with the person who made it."
        height={160}
      >
        {(entry) => (
          <ChangeEntry
            key={entry.id}
            entry={entry}
            action={actionText(entry)}
            shown={(change) => shownChange(entry, change, owners)}
          />
        )}
      </PagedRows>
    </Section>
  )
}

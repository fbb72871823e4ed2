import { type SettingsAuditEntry, useListSettingsAudit } from '@app/api-client'
import { labelOf } from '@app/ui/labels'
import { Button, Skeleton } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { useRef } from 'react'
import { ErrorNotice } from '../../layout/ErrorNotice.tsx'
import { absent } from '../../list/date-text.ts'
import { EmptyNotice } from '../../list/EmptyNotice.tsx'
import { Instant } from '../../list/Instant.tsx'
import { Pager } from '../../list/Pager.tsx'
import rows from '../../list/Rows.module.css'
import { useUrlState } from '../../list/use-url-state.ts'
import { roleText } from './roles.ts'
import styles from './StaffTab.module.css'

const pageSize = 20

const actions: Record<string, string> = {
  invite: 'Invited',
  renew: 'Made a new link for',
  revoke: 'Revoked the invitation of',
  accept: 'Accepted the invitation of',
  create: 'Made the account of',
  role: 'Changed the role of',
  disable: 'Disabled',
  enable: 'Enabled',
  reset: 'Made a password link for',
  password: 'Set a new password of',
  crm_pause: 'Paused the CRM sync',
  crm_resume: 'Resumed the CRM sync',
}

/** An action this version does not know is shown as it is. */
const actionText = (action: string): string => labelOf(actions, action)

/** Who changed what on this screen, from here or from the command line. */
export function ChangeLog() {
  const url = useUrlState()
  const cursor = url.get('cursor')
  const log = useListSettingsAudit(
    { limit: pageSize, ...(cursor && { cursor }) },
    { query: { placeholderData: keepPreviousData } },
  )
  const top = useRef<HTMLUListElement>(null)
  const entries = log.data?.data

  return (
    <>
      <div className={styles.bar}>
        <h2 id="changes" className={styles.heading}>
          Changes
        </h2>
        <Button variant="default" loading={log.isFetching} onClick={() => void log.refetch()}>
          Refresh
        </Button>
      </div>
      {log.isError && (
        <ErrorNotice
          title="The changes could not be loaded"
          error={log.error}
          onRetry={() => void log.refetch()}
          isRetrying={log.isFetching}
        />
      )}
      {log.isPending && <Skeleton height={160} radius="md" role="status" aria-label="Loading" />}
      {entries?.length === 0 && (
        <EmptyNotice title="No changes yet">
          Every change of an account or of the CRM connection is written down here, with who made it.
        </EmptyNotice>
      )}
      {log.data && entries && entries.length > 0 && (
        <>
          <ul ref={top} tabIndex={-1} aria-label="Changes" className={rows.rows}>
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ul>
          <Pager
            shown={entries.length}
            headers={log.data.headers}
            url={url}
            isFetching={log.isPlaceholderData}
            onTurn={() => top.current?.focus()}
          />
        </>
      )}
    </>
  )
}

function Entry({ entry: { action, actor, person, changes, createdAt } }: { entry: SettingsAuditEntry }) {
  return (
    <li className={`${rows.row} ${styles.change}`}>
      <p>
        {actionText(action)} {person && <strong dir="auto">{person}</strong>}
        {changes.map(({ field, before, after }) => (
          <span key={field}>
            {person && ': '}
            {before !== null && (
              <>
                {roleText(before)}
                <span aria-label="became"> → </span>
              </>
            )}
            {after === null ? absent : roleText(after)}
          </span>
        ))}
      </p>
      <p className={rows.quiet}>
        <span dir="auto">{actor}</span> · <Instant at={createdAt} />
      </p>
    </li>
  )
}

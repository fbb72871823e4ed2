import { type SettingsAuditEntry, useListSettingsAudit } from '@app/api-client'
import { labelOf } from '@app/labels'
import { Button, Skeleton } from '@mantine/core'
import { EmptyNotice } from '../../list/EmptyNotice.tsx'
import { Instant } from '../../list/Instant.tsx'
import { PagedList } from '../../list/PagedList.tsx'
import { keepPage, pageOf } from '../../list/paging.ts'
import rows from '../../list/Rows.module.css'
import { useUrlState } from '../../list/use-url-state.ts'
import { roleText } from './roles.ts'
import styles from './StaffTab.module.css'

const pageSize = 20

const actions: Record<string, string> = {
  invite: 'Invited',
  renew: 'Created a new link for',
  revoke: 'Revoked the invitation of',
  accept: 'Accepted the invitation of',
  create: 'Created the account of',
  role: 'Changed the role of',
  disable: 'Disabled',
  enable: 'Enabled',
  reset: 'Created a password link for',
  password: 'Set a new password of',
  authenticator: 'Set up an authenticator app for',
  authenticator_remove: 'Removed the authenticator app of',
  recovery_codes: 'Created new recovery codes for',
  passkey: 'Added a passkey of',
  passkey_remove: 'Removed a passkey of',
  session_end: 'Ended a session of',
  sessions_end: 'Ended the sessions of',
  token_create: 'Created an API token of',
  token_revoke: 'Revoked an API token of',
  second_factor_reset: 'Reset the second factor of',
  crm_pause: 'Paused the CRM sync',
  desk_settings: 'Changed what happens when a lead arrives',
  crm_resume: 'Resumed the CRM sync',
  sandbox_key_revoke: 'Revoked the sandbox key',
}

/** An action that this version does not know is shown as it is. */
const actionText = (action: string): string => labelOf(actions, action)

/** Who changed what on this screen, from here or from the command line. */
export function ChangeLog() {
  const url = useUrlState()
  const log = useListSettingsAudit(pageOf(url, pageSize), keepPage)

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
      <PagedList
        query={log}
        url={url}
        failure="The changes could not be loaded"
        loading={<Skeleton height={160} radius="md" role="status" aria-label="Loading" />}
        empty={
          <EmptyNotice title="No changes yet">
            Every change of an account, of the CRM connection or of a sandbox key is recorded here, with the person who
            made it.
          </EmptyNotice>
        }
      >
        {(entries, list) => (
          <ul {...list} aria-label="Changes" className={rows.rows}>
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ul>
        )}
      </PagedList>
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
            {before !== null && roleText(before)}
            {before !== null && after !== null && <span aria-label="became"> → </span>}
            {after !== null && roleText(after)}
          </span>
        ))}
      </p>
      <p className={rows.quiet}>
        <span dir="auto">{actor}</span> · <Instant at={createdAt} />
      </p>
    </li>
  )
}

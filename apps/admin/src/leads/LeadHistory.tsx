import type { LeadDetail } from '@app/api-client'
import { Instant } from '../list/Instant.tsx'
import styles from './LeadHistory.module.css'

/** What happened to a lead, in chronological order. */
export function LeadHistory({ lead }: { lead: LeadDetail }) {
  return (
    <>
      <h3 className={styles.subtitle}>History</h3>
      <ol className={styles.history}>
        <li>
          Received <Instant at={lead.createdAt} />
        </li>
        {lead.crmFailures?.map(({ at, reason }) => (
          <li key={at} data-tone="failed">
            Sync to the CRM failed <Instant at={at} />
            <span className={styles.reason}>{reason}</span>
          </li>
        ))}
        <EarlierFailures lead={lead} />
        <Outcome lead={lead} />
      </ol>
    </>
  )
}

/** Earlier releases counted failures without recording each one. */
function EarlierFailures({ lead: { crmFailures = [], crmAttempts, crmError } }: { lead: LeadDetail }) {
  if (crmFailures.length > 0 || crmAttempts === 0) return null
  return (
    <li data-tone="failed">
      Sync to the CRM failed {crmAttempts === 1 ? 'once' : `${crmAttempts} times`}
      {crmError && <span className={styles.reason}>{crmError}</span>}
    </li>
  )
}

function Outcome({ lead: { crmSyncedAt, status } }: { lead: LeadDetail }) {
  if (crmSyncedAt) {
    return (
      <li data-tone="done">
        Synced to the CRM <Instant at={crmSyncedAt} />
      </li>
    )
  }
  return status === 'new' ? <li data-tone="waiting">Waiting for the CRM</li> : null
}

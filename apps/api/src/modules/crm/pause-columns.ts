import type { Pool } from 'pg'

/** Columns of crm_state that say why nothing is sent to the CRM. */
interface PauseColumns {
  /** When a member of staff paused sending, and who it was. */
  staffPausedAt: string
  staffPausedBy: string
  /** When the CRM rejected our credentials, and why. */
  credentialsRejectedAt: string
  credentialsRejectedReason: string
}

const named: PauseColumns = {
  staffPausedAt: 'staff_paused_at',
  staffPausedBy: 'staff_paused_by',
  credentialsRejectedAt: 'credentials_rejected_at',
  credentialsRejectedReason: 'credentials_rejected_reason',
}

/** The same in the schema of the release before, which instances of this one may meet while it is rolled out. */
const namedBefore: PauseColumns = {
  staffPausedAt: 'stopped_at',
  staffPausedBy: 'stopped_by',
  credentialsRejectedAt: 'paused_at',
  credentialsRejectedReason: 'paused_reason',
}

const migrated = new WeakSet<Pool>()

/** The columns of the schema as it is now. Once it has been migrated this is not asked again. */
export async function pauseColumns(pool: Pool): Promise<PauseColumns> {
  if (migrated.has(pool)) return named
  const { rowCount } = await pool.query(
    `select from pg_attribute
      where attrelid = 'crm_state'::regclass and attname = '${named.staffPausedAt}' and not attisdropped`,
  )
  if (!rowCount) return namedBefore
  migrated.add(pool)
  return named
}

import type { Pool } from 'pg'
import type { CrmError } from './crm-error.ts'

/** Workers stop within a second of a pause; until then no job makes a call. */
export async function isHalted(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query(
    'select 1 from crm_state where stopped_at is not null or paused_at is not null or not_before > now()',
  )
  return rows.length > 0
}

/** Keeps all workers from calling: until the credentials are good again, or for the rest that the CRM asked for. */
export async function haltFor(pool: Pool, { fault, message, restMs }: CrmError): Promise<void> {
  if (fault === 'credentials') {
    await pool.query(`update crm_state set paused_at = coalesce(paused_at, now()), paused_reason = $1 where id = 1`, [
      message,
    ])
  }
  if (restMs !== undefined) {
    await pool.query(
      `update crm_state set not_before = greatest(not_before, now() + make_interval(secs => $1)) where id = 1`,
      [restMs / 1000],
    )
  }
}

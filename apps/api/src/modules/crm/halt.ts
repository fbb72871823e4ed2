import type { Pool } from 'pg'
import * as Type from 'typebox'
import { checkedRows } from '../../db/checked-rows.ts'
import type { CrmError } from './crm-error.ts'

/** A running worker notices a pause within a second. A job that starts meanwhile asks here before it calls the CRM. */
export async function isHalted(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query(
    `select 1 from crm_state
      where staff_paused_at is not null or credentials_rejected_at is not null or not_before > now()`,
  )
  return rows.length > 0
}

/** Keeps all workers from calling the CRM: until it accepts the credentials again, or for the rest that it asked for. */
export async function haltFor(pool: Pool, { fault, message, restMs }: CrmError): Promise<void> {
  if (fault === 'credentials') {
    await pool.query(
      `update crm_state set credentials_rejected_at = coalesce(credentials_rejected_at, now()),
                            credentials_rejected_reason = $1
        where id = 1`,
      [message],
    )
  }
  if (restMs !== undefined) {
    await pool.query(
      `update crm_state set not_before = greatest(not_before, now() + make_interval(secs => $1)) where id = 1`,
      [restMs / 1000],
    )
  }
}

/** The CRM accepts the credentials again. */
export async function acceptCredentials(pool: Pool): Promise<void> {
  await pool.query(`update crm_state set credentials_rejected_at = null, credentials_rejected_reason = null`)
}

/** Everything that keeps workers from calling the CRM. */
const Halts = Type.Object({ byStaff: Type.Boolean(), byCredentials: Type.Boolean(), byRest: Type.Boolean() })
type Halts = Type.Static<typeof Halts>

const halts = checkedRows(Halts)

export async function readHalts(pool: Pool): Promise<Halts> {
  const { rows } = await pool.query(
    `select staff_paused_at is not null as "byStaff", credentials_rejected_at is not null as "byCredentials",
            coalesce(not_before > now(), false) as "byRest"
       from crm_state`,
  )
  return halts(rows)[0] ?? { byStaff: false, byCredentials: false, byRest: false }
}

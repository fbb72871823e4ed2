import type { Pool } from 'pg'
import * as Type from 'typebox'
import { checkedRows } from './checked-rows.ts'
import { activeTracing } from '../tracing/tracing.ts'

const uuid = /^[0-9a-f-]{36}$/

/** Stores which request created a record, so that its CRM sync joins the same trace. Without it only that link is missing. */
export function rememberTrace(pool: Pool, recordId: string): void {
  const traceparent = activeTracing()?.current()
  // Records that are never synced to the CRM have ids of another form.
  if (!traceparent || !uuid.test(recordId)) return
  pool
    .query('insert into record_trace (record_id, traceparent) values ($1, $2) on conflict do nothing', [
      recordId,
      traceparent,
    ])
    .catch(() => {})
}

const traces = checkedRows(Type.Object({ traceparent: Type.String() }))

/** The `traceparent` of the request that created a record, if tracing is on and was on then. */
export async function recallTrace(pool: Pool, recordId: string): Promise<string | undefined> {
  if (!activeTracing()) return undefined
  const { rows } = await pool.query('select traceparent from record_trace where record_id = $1', [recordId])
  return traces(rows)[0]?.traceparent
}

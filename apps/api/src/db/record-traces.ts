import type { Pool } from 'pg'
import { sql } from 'kysely'
import * as Type from 'typebox'
import { reader, run } from './sql.ts'
import { activeTracing } from '../tracing/tracing.ts'

const uuid = /^[0-9a-f-]{36}$/

/**
 * Stores which request created a record, so that its CRM sync joins the same trace. If this fails, only that link is
 * missing.
 */
export function rememberTrace(pool: Pool, recordId: string): void {
  const traceparent = activeTracing()?.current()
  // Records that are never synced to the CRM have ids in another format.
  if (!traceparent || !uuid.test(recordId)) return
  run(
    pool,
    sql`insert into record_trace (record_id, traceparent) values (${recordId}, ${traceparent}) on conflict do nothing`,
  ).catch(() => {})
}

const traces = reader(Type.Object({ traceparent: Type.String() }))

/** The `traceparent` of the request that created a record, if tracing is on and was on then. */
export async function recallTrace(pool: Pool, recordId: string): Promise<string | undefined> {
  if (!activeTracing()) return undefined
  const [trace] = await traces(pool, sql`select traceparent from record_trace where record_id = ${recordId}`)
  return trace?.traceparent
}

export const forgetOldTraces = sql`delete from record_trace where created_at < now() - interval '2 days'`

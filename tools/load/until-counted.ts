import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** Waits until the API has pre-aggregated the lead counts, which it does when it starts. */
export async function untilCounted(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  for (;;) {
    const { rows } = await client.query(
      "select 1 from lead_fact_state where counted_until > now() - interval '15 minutes'",
    )
    if (rows.length > 0) break
    await sleep(100)
  }
  await client.end()
}

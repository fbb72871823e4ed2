import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { operationTable } from '@app/contract'
import { startFakePipedrive } from 'tools/fake-pipedrive'
import { callEveryOperation } from 'tools/upgrade'
import { describe, expect, test, vi } from 'vitest'
import { startCrmWorker } from '../src/modules/crm/worker.ts'
import { migrate } from '../src/db/migrate.ts'
import { migrationNames } from '../src/db/migrations/index.ts'
import { poolOf } from '../src/db/prepared.ts'
import { password, startApp } from './harness.ts'
import { printAtOnce, startPrintApp } from './print.ts'

type Started = Awaited<ReturnType<typeof startPrintApp>>

/** Calls every operation and syncs the records with the CRM, after a failed first attempt. Resolves with what broke. */
async function everythingOn({ app, orm, makeAccount, asStaff, db }: Started): Promise<unknown[]> {
  const crm = await startFakePipedrive()
  crm.setMood('refused')
  const { url, token } = crm
  const settings = { crm: { url, token, timeoutMs: 1000 }, log: { info: () => {}, warn: () => {} }, tickMs: 30 }
  const stopWorker = startCrmWorker(await poolOf(orm.em), settings)
  const bothBecome = (ofLead: string, ofRequest: string) =>
    vi.waitFor(async () => {
      // Two leads: one came with a sandbox key.
      const { rows } = await db.query(
        'select distinct status from lead union all select distinct crm_status from sample_request',
      )
      expect(rows.map(({ status }) => status)).toEqual([ofLead, ofRequest])
    }, 20_000)
  try {
    const { email } = await makeAccount('owner')
    const outcomes = await callEveryOperation(await app.listen({ port: 0, host: '127.0.0.1' }), { email, password })
    await bothBecome('sync_failed', 'failed')
    crm.setMood('well')
    for (const kind of ['leads', 'print-samples'])
      await asStaff({ method: 'POST', url: `/api/admin/${kind}/retry-sync` })
    await bothBecome('synced', 'synced')
    const called = new Set(outcomes.map(({ operationId }) => operationId))
    return [
      ...outcomes.filter(({ isAsPromised }) => !isAsPromised),
      ...operationTable.map(({ id }) => id).filter((id) => !called.has(id)),
    ]
  } finally {
    await stopWorker()
    await crm.close()
  }
}

test('this release works on the schema of the next one, whatever that adds', { tags: ['R38'] }, async () => {
  const started = await startPrintApp()
  await printAtOnce(started.db)
  const { rows } = await started.db.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  )
  for (const { name } of rows) {
    await started.db.query(`alter table ${name} add column of_the_next_release text not null default 'x'`)
  }
  await started.db.query('create table of_the_next_release (id int)')
  await started.db.query("insert into schema_migration (name) values ('of-the-next-release')")
  expect(await everythingOn(started)).toEqual([])
})

test('this release is not ready on the schema of the previous one', { tags: ['R39'] }, async () => {
  const { app, db, ownerUrl, config } = await startApp()
  await db.query('drop schema public cascade; create schema public')
  await migrate(ownerUrl, { servingUrl: config.databaseUrl, to: migrationNames.at(-2) ?? '' })
  expect((await app.inject('/readyz')).statusCode).toBe(503)
  await migrate(ownerUrl, { servingUrl: config.databaseUrl })
  expect((await app.inject('/readyz')).statusCode).toBe(200)
})

describe('a migration only adds', () => {
  const folder = path.join(import.meta.dirname, '../src/db/migrations')
  /** Part of the first release: no instance has ever served a state between them. */
  const first = ['first-schema.ts', 'samples-pricing-crm.ts', 'lead-days.ts', 'index.ts', 'concurrent-index.ts']

  test.each(readdirSync(folder).filter((file) => !first.includes(file)))('%s', (file) => {
    const sql = readFileSync(path.join(folder, file), 'utf8')
    expect(sql).not.toMatch(/\b(drop (table|column|constraint)|rename|alter column|set not null|truncate)\b/i)
    // The previous release does not know the column, so it must be nullable or have a default.
    for (const [, column = ''] of sql.matchAll(/add column (?:if not exists )?([^,`]*)/g)) {
      expect(column).toMatch(/\bnull\b|default/)
    }
  })
})

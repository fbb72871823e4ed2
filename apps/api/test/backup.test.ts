import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Migration } from '@mikro-orm/migrations'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backUp, restore } from '../src/backup.ts'
import { migrationNames, migrations } from '../src/db/migrations/index.ts'
import { insertLead, leadInput, privateDatabase, sampleRequestInput, startApp } from './harness.ts'

const { app, db, config, asStaff } = await startApp()
const folder = mkdtempSync(path.join(tmpdir(), 'backup-'))
const file = path.join(folder, 'all.backup')
const target = await privateDatabase()
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await target.close()
})

const empty = () => target.db.query('drop schema if exists public cascade; create schema public')

/** The number of rows and a checksum of all values of each table. */
async function sumsOf(client: pg.Client) {
  const { rows: tables } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables
      where schemaname = 'public' and tablename not in ('rate_limit', 'staff_session', 'record_trace', 'schema_migration')`,
  )
  const sums: Record<string, unknown> = {}
  for (const { name } of tables) {
    const { rows } = await client.query(
      `select count(*)::int as count, md5(string_agg(t::text, '|' order by t::text)) as sum from ${name} as t`,
    )
    sums[name] = rows[0]
  }
  return sums
}

beforeAll(async () => {
  const odd = `O'Brien "of" \\ Tulsa, 100% 😀 {"end":true}`
  await app.inject({ method: 'POST', url: '/api/leads', payload: leadInput({ company: odd, message: 'a\nb\tc' }) })
  const headers = { 'idempotency-key': randomUUID() }
  await app.inject({ method: 'POST', url: '/api/print-samples', payload: sampleRequestInput({ notes: odd }), headers })
  const product = { name: odd, category: 'postcard', startingPrice: 0.835, isVisible: true, features: ['a,b', '"c"'] }
  await asStaff({ method: 'POST', url: '/api/admin/pricing/products', payload: product })
  // An integer beyond the precision of a double, and more rows than one batch.
  await insertLead(db, { crm_person_id: '9007199254740993', crm_synced_at: new Date(), crm_enqueued_at: new Date() })
  await db.query(
    `insert into lead (id, first_name, last_name, email, lead_source, source)
     select gen_random_uuid(), 'Dana', 'Example', 'n' || n || '@example.com', 'Product Website', 'Main Website'
       from generate_series(0, 1099) as n`,
  )
})

test('a restore brings back every value of every table', async () => {
  const counts = await backUp(config.databaseUrl, file)
  expect(counts).toMatchObject({ lead: 1_102, sample_request: 1, pricing_product: 1, record_change: 1, crm_state: 1 })
  await empty()
  expect(await restore(target.ownerUrl, file)).toEqual(counts)
  expect(await sumsOf(target.db)).toEqual(await sumsOf(db))
  const { rows } = await target.db.query('select name from schema_migration order by id')
  expect(rows.map(({ name }) => name)).toEqual(migrationNames)
})

test('jobs of the lost queue are queued again, and barcodes that may have been mailed since the backup are skipped', async () => {
  await db.query("update lead set crm_enqueued_at = now() where email = 'n7@example.com'")
  await db.query(`insert into mailer_serial (mailer_id, next) values ('900000199', 150), ('test', 50)`)
  await backUp(config.databaseUrl, file)
  await empty()
  await restore(target.ownerUrl, file)
  const { rows } = await target.db.query("select crm_enqueued_at from lead where email = 'n7@example.com'")
  expect(rows).toEqual([{ crm_enqueued_at: null }])
  const { rows: queued } = await target.db.query('select 1 from lead where crm_enqueued_at is not null')
  expect(queued).toHaveLength(1)
  const { rows: serials } = await target.db.query('select mailer_id, next::int from mailer_serial order by mailer_id')
  expect(serials).toEqual([
    { mailer_id: '900000199', next: 100_150 },
    { mailer_id: 'test', next: 100_050 },
  ])
})

test('rows as large as a template fit into the memory of a container', async () => {
  const cli = async (command: string, databaseUrl: string) => {
    const env = { ...process.env, DATABASE_URL: databaseUrl, NODE_OPTIONS: '--max-old-space-size=130' }
    const script = path.join(import.meta.dirname, '../src/cli.ts')
    await promisify(execFile)(process.execPath, [script, command, path.join(folder, 'large.backup')], { env })
  }
  await db.query(
    `insert into reply_template (id, name, subject, body)
     select gen_random_uuid(), 'Large', 'Large', repeat('x', 400000) from generate_series(1, 200)`,
  )
  await cli('backup', config.databaseUrl)
  await db.query('truncate reply_template')
  await empty()
  await cli('restore', target.ownerUrl)
  expect((await target.db.query('select 1 from reply_template where length(body) = 400000')).rows).toHaveLength(200)
})

test("an older release's backup is migrated", async () => {
  class NextRelease extends Migration {
    override up(): void {
      this.addSql("alter table lead add column nickname text not null default 'none'")
    }
  }
  const steps = [...migrations, { name: 'of-the-next-release', class: NextRelease }]
  await empty()
  await restore(target.ownerUrl, file, { steps })
  const { rows } = await target.db.query('select name from schema_migration order by id')
  expect(rows.map(({ name }) => name)).toEqual(steps.map(({ name }) => name))
  const { rows: leads } = await target.db.query("select nickname from lead where email = 'n7@example.com'")
  expect(leads).toEqual([{ nickname: 'none' }])
})

test('only its owner can read a backup, and a failed one leaves nothing behind', async () => {
  const kept = path.join(folder, 'kept.backup')
  writeFileSync(`${kept}.part`, 'of an earlier one', { mode: 0o644 })
  await backUp(config.databaseUrl, kept)
  expect(statSync(kept).mode & 0o777).toBe(0o600)
  // A folder has the same name.
  const taken = path.join(folder, 'taken.backup')
  mkdirSync(path.join(taken, 'full'), { recursive: true })
  await expect(backUp(config.databaseUrl, taken)).rejects.toThrow('rename')
  expect(existsSync(`${taken}.part`)).toBe(false)
})

test('no row can be mistaken for a separator between rows', async () => {
  const { rows } = await db.query<{ name: string }>(
    "select column_name as name from information_schema.columns where table_schema = 'public' and ordinal_position = 1",
  )
  expect(rows.filter(({ name }) => ['format', 'table', 'count', 'end'].includes(name))).toEqual([])
})

test('an existing file is never overwritten', async () => {
  await expect(restore(config.databaseUrl, file)).rejects.toThrow('restore into an empty one')
})

test('a file that is altered, truncated or not a backup is rejected before any change', { tags: ['R49'] }, async () => {
  const text = gunzipSync(readFileSync(file)).toString()
  const bad = path.join(folder, 'bad.backup')
  await empty()
  for (const [content, message] of [
    [gzipSync(text.replace('n7@example.com', 'n8@example.com')), 'not the ones that were written'],
    [gzipSync(text.replace(/\{"end":true\}\n$/, '')), 'its end is missing'],
    [gzipSync('{"a":1}\n'), 'is not a backup'],
    [gzipSync(text.replace(/("migrations":\[[^\]]*)/, '$1,"of-the-next-release"')), 'from a newer release'],
    [readFileSync(file).subarray(0, 500), 'is damaged: its end is missing'],
    [Buffer.from('text'), 'is not a backup'],
  ] as const) {
    writeFileSync(bad, content)
    await expect(restore(target.ownerUrl, bad)).rejects.toThrow(message)
  }
  expect((await target.db.query("select 1 from pg_tables where schemaname = 'public'")).rows).toEqual([])
})

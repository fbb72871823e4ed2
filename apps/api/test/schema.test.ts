import pg from 'pg'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { migrate } from '../src/migrate.ts'
import { migrationNames } from '../src/db/migrations/index.ts'
import { closeOrm, openOrm } from '../src/db/orm.ts'
import { entities } from '../src/entities/entities.ts'
import { refusalToServe, schemaDistance } from '../src/db/schema-version.ts'
import { insertLead, privateDatabase, startApp, timeAgo } from './harness.ts'

const database = await privateDatabase()
const orm = await openOrm(database.ownerUrl, { entities, poolMax: 2 })
afterAll(async () => {
  await closeOrm(orm)
  await database.drop()
})

test('the migrations create exactly the tables and triggers that the entities describe', async () => {
  expect((await orm.schema.getUpdateSchemaSQL({ wrap: false })).trim()).toBe('')
})

const names = async () =>
  (await database.db.query<{ name: string }>('select name from schema_migration order by id')).rows.map(
    ({ name }) => name,
  )

test('two migrators at once both succeed, and the second finds nothing to do', { tags: ['R35'] }, async () => {
  await database.db.query('drop schema public cascade; create schema public')
  const applied = await Promise.all([migrate(database.ownerUrl), migrate(database.ownerUrl)])
  expect(applied.flat()).toEqual(migrationNames)
  expect(await names()).toEqual(migrationNames)
})

test('a migration that waits for a lock lets writers pass, and then finishes', { tags: ['R37'] }, async () => {
  await database.db.query('drop schema public cascade; create schema public')
  await migrate(database.ownerUrl, { to: 'samples-pricing-crm' })
  const holder = new pg.Client({ connectionString: database.ownerUrl })
  await holder.connect()
  // Staff settings reference accounts, so the migration waits for a transaction that locks them.
  await holder.query('begin; lock table staff_user in access exclusive mode')
  let waits = 0
  const migrated = migrate(database.ownerUrl, { onWait: () => (waits += 1) })
  await vi.waitFor(() => expect(waits).toBeGreaterThan(0), 30_000)
  expect(await names()).toEqual(['first-schema', 'samples-pricing-crm'])
  await holder.query('rollback')
  await holder.end()
  expect(await migrated).toEqual(migrationNames.slice(2))
})

test('a migration that fails halfway leaves nothing behind and can be repeated', { tags: ['R36'] }, async () => {
  await database.db.query('drop schema public cascade; create schema public')
  await migrate(database.ownerUrl, { to: 'samples-pricing-crm' })
  // The migration of staff settings creates this table last.
  await database.db.query('create table settings_audit (id int)')
  await expect(migrate(database.ownerUrl)).rejects.toThrow('settings_audit')
  const tables =
    "select table_name from information_schema.tables where table_name in ('staff_invitation', 'password_reset')"
  expect((await database.db.query(tables)).rows).toEqual([])
  expect(await names()).toEqual(['first-schema', 'samples-pricing-crm'])
  await database.db.query('drop table settings_audit')
  expect(await migrate(database.ownerUrl)).toEqual(migrationNames.slice(2))
})

test('an index whose creation was interrupted is created again', async () => {
  await database.db.query("delete from schema_migration where name = 'email-indexes'")
  await database.db.query('drop index lead_email_index; create index lead_email_index on lead (id)')
  await migrate(database.ownerUrl)
  const { rows } = await database.db.query("select indexdef from pg_indexes where indexname = 'lead_email_index'")
  expect(rows[0].indexdef).toContain('lower((email)::text)')
})

test('a schema of a newer release is left alone, with an explanation', async () => {
  await database.db.query("insert into schema_migration (name) values ('of-the-next-release')")
  await expect(migrate(database.ownerUrl)).rejects.toThrow('migrated by a newer release (of-the-next-release)')
})

describe('a release serves its own schema and the next one', () => {
  test.each<[string[], string[], string | undefined]>([
    [[], [], undefined],
    [[], ['z'], undefined],
    [['a', 'b'], [], 'The database lacks what this release adds (a, b): run migrate first'],
    [[], ['y', 'z'], 'The database belongs to a newer release, 2 versions ahead (y, z): start that one'],
  ])('missing %j, unknown %j', (missing, unknown, refusal) => {
    expect(refusalToServe({ missing, unknown })).toBe(refusal)
  })

  test('read from the database, also when it has no schema yet', async () => {
    await database.db.query("delete from schema_migration where name in ('of-the-next-release', 'lead-orders')")
    expect(await schemaDistance(database.ownerUrl)).toEqual({ missing: ['lead-orders'], unknown: [] })
    await database.db.query('drop schema public cascade; create schema public')
    expect(await schemaDistance(database.ownerUrl)).toEqual({ missing: migrationNames, unknown: [] })
  })
})

test('a pause of the CRM lasts through the migrations', async () => {
  await database.db.query('drop schema public cascade; create schema public')
  await migrate(database.ownerUrl, { to: 'lead-orders' })
  await database.db.query("update crm_state set stopped_at = now(), stopped_by = 'Dana'")
  await migrate(database.ownerUrl)
  const { rows } = await database.db.query(
    'select staff_paused_by, staff_paused_at is not null as "isPaused" from crm_state',
  )
  expect(rows).toEqual([{ staff_paused_by: 'Dana', isPaused: true }])
})

test('the API is not ready on the schema of the previous release', { tags: ['R39'] }, async () => {
  const { app, db, ownerUrl, config } = await startApp()
  await db.query('drop schema public cascade; create schema public')
  await migrate(ownerUrl, { servingUrl: config.databaseUrl, to: migrationNames.at(-2) ?? '' })
  expect((await app.inject('/readyz')).statusCode).toBe(503)
  await migrate(ownerUrl, { servingUrl: config.databaseUrl })
  expect((await app.inject('/readyz')).statusCode).toBe(200)
})

test('leads that were counted remain counted through the migrations', async () => {
  await database.db.query('drop schema public cascade; create schema public')
  await migrate(database.ownerUrl, { to: 'lead-desk' })
  // An age at which the former tables counted it, and one at which they did not.
  for (const age of ['1 day', '1 minute'])
    await insertLead(database.db, { created_at: await timeAgo(database.db, age), touch_keys: ['last.source=google'] })
  await database.db.query(
    "update lead_count_state set counted_until = now() - interval '5 minutes', time_zone = 'Asia/Tokyo'",
  )
  await migrate(database.ownerUrl)
  const facts = async () => (await database.db.query('select kind, leads::int from lead_fact order by kind')).rows
  const counted = ['day', 'last.source', 'source', 'total'].map((kind) => ({ kind, leads: 1 }))
  expect(await facts()).toEqual(counted)
  // A migration that broke off runs again.
  await database.db.query("delete from schema_migration where name = 'lead-facts'")
  await migrate(database.ownerUrl)
  expect(await facts()).toEqual(counted)
  const state = 'select time_zone, counted_until < now() as "isCounted" from lead_fact_state'
  expect((await database.db.query(state)).rows).toEqual([{ time_zone: 'Asia/Tokyo', isCounted: true }])
})

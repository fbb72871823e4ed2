import { Migration } from '@mikro-orm/migrations'
import pg from 'pg'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { migrate } from '../src/migrate.ts'
import { migrationNames, migrations } from '../src/db/migrations/index.ts'
import { closeOrm, openOrm } from '../src/db/orm.ts'
import { entities } from '../src/entities/entities.ts'
import { distanceOf, refusalToServe, schemaDistance } from '../src/db/schema-version.ts'
import { privateDatabase, startApp } from './harness.ts'

const database = await privateDatabase()
const orm = await openOrm(database.ownerUrl, { entities, poolMax: 2 })
afterAll(async () => {
  await closeOrm(orm)
  await database.close()
})

test('the migrations create exactly the tables and triggers that the entities describe', async () => {
  expect((await orm.schema.getUpdateSchemaSQL({ wrap: false })).trim()).toBe('')
})

const names = async () =>
  (await database.db.query<{ name: string }>('select name from schema_migration order by id')).rows.map(
    ({ name }) => name,
  )

test('two migrators at the same time both succeed, and the second finds nothing to do', { tags: ['R35'] }, async () => {
  await database.db.query('drop schema public cascade; create schema public')
  const applied = await Promise.all([migrate(database.ownerUrl), migrate(database.ownerUrl)])
  expect(applied.flat()).toEqual(migrationNames)
  expect(await names()).toEqual(migrationNames)
})

/** Changes an existing table, and then adds one. */
class NextRelease extends Migration {
  override up(): void {
    this.addSql('alter table staff_user add column nickname text')
    this.addSql('create table pinned_note (id int)')
  }
}
const steps = [...migrations, { name: 'of-the-next-release', class: NextRelease }]

test('a migration that waits for a lock does not block writers, and then finishes', { tags: ['R37'] }, async () => {
  const holder = new pg.Client({ connectionString: database.ownerUrl })
  await holder.connect()
  await holder.query('begin; lock table staff_user in access exclusive mode')
  let waits = 0
  const migrated = migrate(database.ownerUrl, { steps, onWait: () => (waits += 1) })
  await vi.waitFor(() => expect(waits).toBeGreaterThan(0), 30_000)
  expect(await names()).toEqual(migrationNames)
  await holder.query('rollback')
  await holder.end()
  expect(await migrated).toEqual(['of-the-next-release'])
})

test('a migration that fails halfway leaves nothing behind and can be repeated', { tags: ['R36'] }, async () => {
  await database.db.query('drop schema public cascade; create schema public')
  await migrate(database.ownerUrl)
  await database.db.query('create table pinned_note (id int)')
  await expect(migrate(database.ownerUrl, { steps })).rejects.toThrow('pinned_note')
  const columns = "select from information_schema.columns where column_name = 'nickname'"
  expect((await database.db.query(columns)).rows).toEqual([])
  expect(await names()).toEqual(migrationNames)
  await database.db.query('drop table pinned_note')
  expect(await migrate(database.ownerUrl, { steps })).toEqual(['of-the-next-release'])
})

test('a schema of a newer release is left alone, with an explanation', async () => {
  await expect(migrate(database.ownerUrl)).rejects.toThrow('migrated by another release (of-the-next-release)')
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

  test('is read from the database, even when it has no schema yet', async () => {
    expect(await schemaDistance(database.ownerUrl)).toEqual({ missing: [], unknown: ['of-the-next-release'] })
    await database.db.query('drop schema public cascade; create schema public')
    expect(await schemaDistance(database.ownerUrl)).toEqual({ missing: migrationNames, unknown: [] })
  })

  test('the steps of the first schema do not count as a newer release', () => {
    expect(distanceOf(['one', 'two', ...migrationNames])).toEqual({ missing: [], unknown: [] })
  })
})

test('the API is not ready on the schema of the previous release', { tags: ['R39'] }, async () => {
  const { app, db } = await startApp()
  const rename = (from: unknown, to: unknown) =>
    db.query('update schema_migration set name = $2 where name = $1', [from, to])
  await rename(migrationNames.at(-1), 'of-the-previous-release')
  expect((await app.inject('/readyz')).statusCode).toBe(503)
  await rename('of-the-previous-release', migrationNames.at(-1))
  expect((await app.inject('/readyz')).statusCode).toBe(200)
})

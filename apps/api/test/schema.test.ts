import { afterAll, expect, test } from 'vitest'
import { migrate } from '../src/db/migrate.ts'
import { openOrm } from '../src/db/orm.ts'
import { privateDatabase } from './harness.ts'

const database = await privateDatabase()
const orm = await openOrm(database.url, 2)
afterAll(async () => {
  await orm.close(true)
  await database.drop()
})

test('the migrations make exactly the tables that the entities describe', async () => {
  const differences = await orm.schema.getUpdateSchemaSQL({ wrap: false })
  // Triggers are written in the migration alone.
  const inTables = differences.split('\n').filter((line) => line && !line.includes('lead_count_follow'))
  expect(inTables).toEqual([])
})

test('two migrators at once both succeed, and the second finds nothing to do', async () => {
  await database.db.query('drop schema public cascade; create schema public')
  const other = await openOrm(database.url, 2)
  const applied = await Promise.all([migrate(orm, database.url), migrate(other, database.url)])
  await other.close(true)
  expect(applied.flat()).toEqual([
    'first-schema',
    'samples-pricing-crm',
    'staff-settings',
    'sign-ins-crm-pause',
    'record-traces',
    'lead-days',
  ])
})

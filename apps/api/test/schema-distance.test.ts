import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { migrate } from '../src/db/migrate.ts'
import { migrationNames } from '../src/db/migrations/index.ts'
import { leadInput, sampleRequestInput, startApp } from './harness.ts'

/** What visitors and staff do in a day, and what each step is answered. */
async function aDayOf({ app, asStaff }: Awaited<ReturnType<typeof startApp>>): Promise<number[]> {
  const statuses: number[] = []
  const note = ({ statusCode }: { statusCode: number }) => void statuses.push(statusCode)
  note(await app.inject({ method: 'POST', url: '/api/leads', payload: leadInput({ company: 'Example Co' }) }))
  note(await app.inject({ method: 'POST', url: '/api/print-samples', payload: sampleRequestInput() }))
  for (const url of [
    '/api/admin/leads?q=example',
    '/api/admin/leads/export',
    '/api/admin/stats',
    '/api/admin/print-samples',
    '/api/admin/crm',
    '/api/auth/user',
  ]) {
    note(await asStaff({ method: 'GET', url }))
  }
  const template = { name: 'Spring', type: 'postcard', active: true }
  note(await asStaff({ method: 'POST', url: '/api/admin/sample-templates', payload: template }))
  const product = { name: 'Postcard', category: 'postcard', startingPrice: 0.68, isVisible: true }
  note(await asStaff({ method: 'POST', url: '/api/admin/pricing/products', payload: product }))
  note(await app.inject('/api/pricing/products'))
  note(await app.inject('/readyz'))
  return statuses
}

const asEver = [201, 201, 200, 200, 200, 200, 200, 200, 201, 201, 200, 200]

test('this release works on the schema of the next, whatever that adds', async () => {
  const started = await startApp()
  const { rows } = await started.db.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  )
  for (const { name } of rows) {
    await started.db.query(`alter table ${name} add column of_the_next_release text not null default 'x'`)
  }
  await started.db.query('create table of_the_next_release (id int)')
  await started.db.query("insert into schema_migration (name) values ('of-the-next-release')")
  expect(await aDayOf(started)).toEqual(asEver)
})

test('this release works on the schema of the one before', async () => {
  const started = await startApp()
  await started.db.query('drop schema public cascade; create schema public')
  await migrate(started.config.databaseUrl, { to: migrationNames.at(-2) ?? '' })
  expect(await aDayOf(started)).toEqual(asEver)
})

describe('a migration only adds', () => {
  const folder = path.join(import.meta.dirname, '../src/db/migrations')
  /** The first release holds these as one: nobody has served their halves. */
  const first = ['first-schema.ts', 'samples-pricing-crm.ts', 'lead-days.ts', 'index.ts', 'concurrent-index.ts']

  test.each(readdirSync(folder).filter((file) => !first.includes(file)))('%s', (file) => {
    const sql = readFileSync(path.join(folder, file), 'utf8')
    expect(sql).not.toMatch(/\b(drop (table|column|constraint)|rename|alter column|set not null|truncate)\b/i)
    // A column that the release before does not know must fill itself.
    for (const [, column = ''] of sql.matchAll(/add column (?:if not exists )?([^,`]*)/g)) {
      expect(column).toMatch(/\bnull\b|default/)
    }
  })
})

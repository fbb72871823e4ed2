import { type Page, test as base } from '@playwright/test'
import pg from 'pg'
import { type Product, startProduct } from './product.ts'
import { staff, startSession } from './staff.ts'

interface TestFixtures {
  /** Console errors, exceptions and policy violations. */
  consoleErrors: string[]
  /** A page whose visitor is signed in as staff. */
  staffPage: Page
  emptyTables: void
}

interface WorkerFixtures {
  /** One for each worker, so that tests that run at the same time do not share a product. */
  product: Product
  db: pg.Client
}

/**
 * Finds the tables with rows, of all but the accounts, the list of migrations, and those of a single row, which is a state or
 * a setting.
 */
const findFilled = `
  select string_agg(format('select %L as name where exists (select from %1$I)', tablename), ' union all ') as query
    from pg_tables
   where schemaname = 'public' and tablename !~ '(^schema_migration|^staff_user|_state|_setting)$'`

/**
 * Deletes what the last test stored, which takes a tenth of the time of truncating every table. Each table is emptied by a
 * statement of its own, so that the product's work in the background cannot lock some of them in another order.
 */
async function emptyTables(db: pg.Client): Promise<void> {
  const { query } = (await db.query<{ query: string }>(findFilled)).rows[0] ?? { query: '' }
  // Without triggers: neither the order of the tables nor what is derived from their rows matters.
  await db.query('set session_replication_role = replica')
  for (;;) {
    const { rows: filled } = await db.query<{ name: string }>(query)
    if (filled.length === 0) break
    for (const { name } of filled) await db.query(`delete from ${name}`)
  }
  await db.query('delete from staff_user where email <> $1', [staff.email])
  await db.query('set session_replication_role = origin')
  // Old leads that a test inserts count as new ones.
  await db.query(`update lead_fact_state set counted_until = '-infinity'`)
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  product: [
    // Playwright reads from this pattern which other fixtures are needed.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const product = await startProduct()
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  baseURL: ({ product }, use) => use(product.origin),

  db: [
    async ({ product }, use) => {
      const client = new pg.Client({ connectionString: product.databaseUrl })
      await client.connect()
      await use(client)
      await client.end()
    },
    { scope: 'worker' },
  ],

  emptyTables: [
    async ({ db }, use) => {
      await emptyTables(db)
      await use()
    },
    { auto: true },
  ],

  consoleErrors: async ({ page }, use) => {
    const consoleErrors: string[] = []
    page.on('console', (message) => message.type() === 'error' && consoleErrors.push(message.text()))
    page.on('pageerror', (error) => consoleErrors.push(String(error)))
    await use(consoleErrors)
  },

  staffPage: async ({ page, baseURL }, use) => {
    await startSession(page.request, staff, String(baseURL))
    await use(page)
  },
})

export { expect } from '@playwright/test'

import { type Page, test as base } from '@playwright/test'
import pg from 'pg'
import { type Product, startProduct } from './product.ts'
import { staff, startSession } from './staff.ts'

interface TestFixtures {
  /** Console errors, exceptions, and policy violations. */
  consoleErrors: string[]
  /** A page signed in as staff. */
  staffPage: Page
  emptyTables: void
}

interface WorkerFixtures {
  /** One per worker, so that concurrent tests do not share a product. */
  product: Product
  db: pg.Client
}

/**
 * Empties all tables except the accounts, the list of migrations, and single-row tables, which hold state or settings.
 * Truncating a table costs much more than checking that it is empty, as most are.
 */
const emptying = `
  do $$
  declare
    name text;
    has_rows boolean;
    filled text;
  begin
    -- Old leads that a test inserts count as new ones.
    update lead_fact_state set counted_until = '-infinity';
    for name in select quote_ident(tablename) from pg_tables
      where schemaname = 'public' and tablename !~ '(^schema_migration|^staff_user|_state|_setting)$'
    loop
      execute format('select exists (select from %s)', name) into has_rows;
      if has_rows then filled := concat_ws(', ', filled, name); end if;
    end loop;
    if filled <> '' then execute format('truncate %s cascade', filled); end if;
  end $$`

/**
 * The product's background work may lock some of these tables in a different order. The database then aborts one of the
 * two transactions, and this one can be retried.
 */
async function emptyTables(db: pg.Client): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await db.query(emptying)
      return
    } catch (error) {
      const isDeadlock = error instanceof pg.DatabaseError && error.code === '40P01'
      if (!isDeadlock || attempt === 3) throw error
    }
  }
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  product: [
    // Playwright reads the required fixtures from this pattern.
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
      await db.query('delete from staff_user where email <> $1', [staff.email])
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

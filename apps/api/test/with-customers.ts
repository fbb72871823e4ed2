import { beforeEach } from 'vitest'
import { printAtOnce, startPrintApp } from './print.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
interface Options {
  role?: 'owner' | 'editor' | 'viewer'
  headers?: Record<string, string>
}

const emptied = [
  'ledger_entry',
  'usage_month',
  'message',
  'piece',
  'workspace',
  'customer_account',
  'lead',
  'record_change',
  'access_entry',
]

/** The app with a renderer, without customers before each test, and calls by staff, members, and keys. */
export async function startWithCustomers() {
  const started = await startPrintApp()
  const { app, db, asStaff } = started
  await printAtOnce(db)
  // Truncating customers would end staff sessions, which are in the same table.
  beforeEach(() => db.query(emptied.map((table) => `delete from ${table}`).join(';')))

  return {
    ...started,
    asEditor: (method: Method, path: string, payload?: object, { role = 'editor', headers = {} }: Options = {}) =>
      asStaff({ method, url: `/api/admin/${path}`, headers, ...(payload && { payload }) }, role),
    asMember: (cookie: string, method: Method, path: string, payload?: object, headers: Record<string, string> = {}) =>
      app.inject({ method, url: `/api/account/${path}`, headers: { cookie, ...headers }, ...(payload && { payload }) }),
  }
}

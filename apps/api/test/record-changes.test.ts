import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '../src/migrate.ts'
import { migrationNames } from '../src/db/migrations/index.ts'
import { insertLead, privateDatabase } from './harness.ts'

const { ownerUrl, db, drop } = await privateDatabase()
afterAll(drop)

const [lead, other, request, product, template, account] = Array.from({ length: 6 }, () => randomUUID())
const at = (minute: number) => `2026-11-01T10:0${minute}:00.123Z`

const insert = (table: string, row: Record<string, unknown>) => {
  const names = Object.keys(row)
  const values = Object.values(row).map((value) =>
    typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
  )
  return db.query(`insert into ${table} (${names.join()}) values (${names.map((_, n) => `$${n + 1}`).join()})`, values)
}

const event = (minute: number, leadId: unknown, kind: string, data: object, more: object = {}) =>
  insert('lead_event', {
    id: randomUUID(),
    created_at: at(minute),
    lead_id: leadId,
    kind,
    actor_id: account,
    actor: 'Staff Example',
    data,
    ...more,
  })
const fields = (...changes: [field: string, before: string | null, after: string | null][]) =>
  changes.map(([field, before, after]) => ({ field, before, after }))

async function fillTimelines(): Promise<void> {
  for (const id of [lead, other]) await insertLead(db, { id })
  const won = fields(['stage', 'new', 'won'], ['wonValue', null, '12.5'], ['ownerId', null, account ?? null])
  await event(1, lead, 'change', { changes: won, version: 2 })
  await event(2, lead, 'note', { text: 'Hello', mentions: [account] }, { idempotency_key: 'key' })
  await event(3, lead, 'change', { changes: fields(['isSpam', 'false', 'true']) }, { actor_id: null })
  await event(4, lead, 'change', { changes: fields(['mergedInto', null, other ?? null]), version: 3 })
  await event(4, other, 'merge', { changes: fields(['wonValue', null, '12.5']), version: 2, recordId: lead })
  await event(5, other, 'unmerge', { changes: fields(['wonValue', '12.5', null]), version: 3, recordId: lead })
}

const marks = (processed: boolean, trackingNumber: string | null) => ({
  processed,
  processedAt: processed ? at(1) : null,
  processedBy: processed ? 'Staff Example' : null,
  printedAt: null,
  printedBy: null,
  trackingNumber,
})
const mark = (kind: string, version: number, before: object, after: object) => ({
  kind,
  at: at(version),
  by: 'Staff Example',
  byId: account,
  version,
  before,
  after,
})

async function fillOthers(): Promise<void> {
  await insert('sample_request', {
    id: request,
    first_name: 'Dana',
    last_name: 'Example',
    email: 'dana@example.com',
    address_line1: '12 Example Street',
    city: 'Cambridge',
    state: 'MA',
    zip: '02138',
    sample_type: 'both',
    version: 3,
    history: [
      mark('change', 2, marks(false, null), marks(true, null)),
      mark('undo', 3, marks(true, null), marks(false, null)),
    ],
  })
  await insert('pricing_product', { id: product, name: 'Card', category: 'letter', starting_price: 1, version: 2 })
  const prices = fields(
    ['startingPrice', '0.68', '0.65'],
    ['features', null, 'One\nTwo'],
    ['isVisible', 'true', 'false'],
  )
  for (const [minute, action, changes] of [
    [1, 'create', fields(['name', null, 'Card'], ['startingPrice', null, '0.68'])],
    [2, 'update', prices],
    [3, 'imported', []],
  ] as const) {
    await insert('pricing_audit', {
      id: randomUUID(),
      created_at: at(minute),
      action,
      product_id: product,
      product_name: 'Card',
      actor: 'Staff Example',
      changes,
    })
  }
  for (const [minute, action, person, changes] of [
    [1, 'role', 'New Example', fields(['role', 'viewer', 'editor'])],
    [2, 'invite', 'New Example', fields(['role', null, 'viewer'])],
    [3, 'crm_pause', null, []],
    [4, 'desk_settings', null, fields(['confirmsVisitors', 'false', 'true'], ['assignees', '', 'Staff Example'])],
    [5, 'sandbox_key_revoke', null, fields(['prefix', null, 'sandbox_0123'])],
  ] as const) {
    await insert('settings_audit', {
      id: randomUUID(),
      created_at: at(minute),
      action,
      actor: 'Command line',
      person,
      changes,
    })
  }
  await insert('sample_template', {
    id: template,
    name: 'A',
    type: 'letter',
    version: 4,
    changed_at: at(5),
    changed_by: 'Staff Example',
  })
}

beforeAll(async () => {
  await db.query('drop schema public cascade; create schema public')
  await migrate(ownerUrl, { to: migrationNames[migrationNames.indexOf('record-changes') - 1] ?? '' })
  await insert('staff_user', {
    id: account,
    email: 'a@example.com',
    name: 'Staff Example',
    password_hash: '-',
    role: 'owner',
  })
  await fillTimelines()
  await fillOthers()
  await migrate(ownerUrl)
})

const changesOf = async (type: string) => {
  const { rows } = await db.query(
    `select record_id as id, record_name as name, action, version, actor, before, after
       from record_change where record_type = $1 order by created_at, version`,
    [type],
  )
  return rows
}

describe('the migration to one table of changes', () => {
  test('keeps every entry of the timelines, with its values', async () => {
    expect(await changesOf('lead')).toMatchObject([
      {
        id: lead,
        action: 'update',
        version: 2,
        actor: 'Staff Example',
        before: { stage: 'new', wonValue: null, ownerId: null },
        after: { stage: 'won', wonValue: 12.5, ownerId: account },
      },
      { id: lead, action: 'note', version: null, before: {}, after: { text: 'Hello', mentions: [account] } },
      { id: lead, action: 'update', version: null, before: { isSpam: false }, after: { isSpam: true } },
      { id: other, action: 'merge', version: 2, after: { wonValue: 12.5, mergedFrom: lead } },
      { id: lead, action: 'merge', version: 3, before: { mergedInto: null }, after: { mergedInto: other } },
      {
        id: other,
        action: 'unmerge',
        version: 3,
        before: { wonValue: 12.5, mergedFrom: lead },
        after: { wonValue: null },
      },
    ])
    const { rows } = await db.query(
      "select created_at, actor_id, idempotency_key from record_change where action = 'note'",
    )
    expect(rows).toEqual([{ created_at: new Date(at(2)), actor_id: account, idempotency_key: 'key' }])
  })

  test('keeps the marks of sample requests as what changed, and what was undone', async () => {
    const pending = { processed: false, processedAt: null, processedBy: null }
    const processed = { processed: true, processedAt: at(1), processedBy: 'Staff Example' }
    expect(await changesOf('sample_request')).toMatchObject([
      { id: request, action: 'update', version: 2, before: pending, after: processed },
      { id: request, action: 'update', version: 3, before: processed, after: pending },
    ])
    const { rows } = await db.query(
      `select undo.version from record_change as undo join record_change as change on change.group_id = undo.reverts`,
    )
    expect(rows).toEqual([{ version: 3 }])
  })

  test('keeps the logs of prices and settings', async () => {
    expect(await changesOf('pricing_product')).toMatchObject([
      { id: product, name: 'Card', action: 'create', before: {}, after: { name: 'Card', startingPrice: 0.68 } },
      {
        action: 'update',
        before: { startingPrice: 0.68, features: [], isVisible: true },
        after: { startingPrice: 0.65, features: ['One', 'Two'], isVisible: false },
      },
      { action: 'imported', before: {}, after: {} },
    ])
    expect(await changesOf('account')).toMatchObject([
      { name: 'New Example', action: 'role', before: { role: 'viewer' }, after: { role: 'editor' } },
    ])
    expect(await changesOf('invitation')).toMatchObject([{ action: 'invite', before: {}, after: { role: 'viewer' } }])
    expect(await changesOf('crm_connection')).toMatchObject([{ id: null, action: 'crm_pause', actor: 'Command line' }])
    expect(await changesOf('lead_routing')).toMatchObject([
      {
        action: 'update',
        before: { confirmsVisitors: false },
        after: { confirmsVisitors: true, assignees: 'Staff Example' },
      },
    ])
    expect(await changesOf('sandbox_key')).toMatchObject([{ after: { prefix: 'sandbox_0123' } }])
    expect(await changesOf('sample_template')).toMatchObject([{ id: template, version: 4, actor: 'Staff Example' }])
  })

  test('leaves nothing of the former tables behind', async () => {
    const { rows } = await db.query(
      `select table_name from information_schema.tables where table_name in ('lead_event', 'pricing_audit', 'settings_audit')
       union all select table_name from information_schema.columns
        where table_schema = 'public' and (column_name = 'changed_by' or (table_name, column_name) = ('sample_request', 'history'))`,
    )
    expect(rows).toEqual([])
  })
})

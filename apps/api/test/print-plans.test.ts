import { beforeAll, describe, expect, test } from 'vitest'
import { getKeyUse, getStats, listKeys } from '../src/modules/print/admin/print-admin.queries.ts'
import { listPieces } from '../src/modules/pieces/pieces.queries.ts'
import { takeProofs } from '../src/modules/print/proofs/proof-outbox.ts'
import { addAccount } from './customers.ts'
import { databaseForProofs } from './proofs.ts'
import { costOf } from './query-plans.ts'

const { orm, db } = await databaseForProofs()
const timeZone = 'America/New_York'
const many = 20_000
const address = { Name: 'Dana Sample', AddressLine1: '1 Elm St', City: 'Tulsa', State: 'OK', Zip: '74104' }

/** A key per ten minutes of the last months, one in a thousand revoked; proofs for the first keys; months of counts. */
beforeAll(async () => {
  await db.query(
    `with sandbox as (
       insert into workspace (id, mode) select gen_random_uuid(), 'sandbox' from generate_series(1, $1::int) returning id
     ), numbered as (select id, row_number() over () as n from sandbox)
     insert into print_key (id, workspace_id, prefix, hash, scopes, created_at, expires_at, revoked_at)
     select id, id, 'sandbox_0123', sha256(n::text::bytea), '{proofs}', now() - n * interval '10 minutes',
            now() - n * interval '10 minutes' + interval '14 days', case when n % 1000 = 0 then now() end
       from numbered`,
    [many],
  )
  await db.query(
    `insert into print_proof (id, workspace_id, caller, piece, size, postal_class, request, status, created_at, finished_at,
                              spans, expires_at)
     select 'proof_' || lpad(n::text, 20, '0'), k.id, 'somebody', 'postcard', '4.25x6', 'FirstClass', '{}',
            case when n % 500 = 0 then 'rendering' else 'ready' end, now() - n * interval '1 minute',
            case when n % 500 > 0 then now() - n * interval '1 minute' end, '{"total": 400}', now() + interval '1 day'
       from generate_series(1, $1::int) as n
       left join (select id, row_number() over (order by created_at desc) as place from print_key limit 200) as k
         on k.place = n % 400`,
    [many],
  )
  await db.query(
    `insert into print_proof_count (quarter, status, code, proofs)
     select date_bin('15 minutes', now() - n * interval '15 minutes', timestamptz '2000-01-01 00:00Z'), 'ready', '', 4
       from generate_series(1, 12000) as n`,
  )
  await db.query('vacuum (analyze) workspace, print_key, print_proof, print_proof_count, print_finding_count')
}, 60_000)

describe('the print screen is cheap to query', () => {
  test.each([{}, { state: 'active' }, { state: 'expired' }, { state: 'revoked' }] as const)(
    'a page of keys, and the next: %j',
    async (query) => {
      const keys = (cursor?: string) => () =>
        listKeys(orm.em.fork(), { limit: 50, ...query, ...(cursor && { cursor }) })
      const { next } = await keys()()
      for (const cursor of [undefined, ...(next ? [next] : [])]) {
        const { scannedTables, pages } = await costOf(db, keys(cursor))
        expect(scannedTables).toEqual([])
        // Each of 50 keys has 50 proofs, which may all be on different pages.
        expect(pages).toBeLessThanOrEqual(3_500)
      }
    },
  )

  test('a single key', async () => {
    const [key] = (await listKeys(orm.em.fork(), { limit: 1 })).rows
    const { scannedTables, pages } = await costOf(db, () => getKeyUse(orm.em.fork(), key?.id ?? ''))
    expect(scannedTables).toEqual([])
    expect(pages).toBeLessThanOrEqual(150)
  })

  test('the figures of a month', async () => {
    const { scannedTables, pages } = await costOf(db, () => getStats(orm.em.fork(), 30, timeZone))
    expect(scannedTables).toEqual([])
    expect(pages).toBeLessThanOrEqual(400)
  })
})

describe('a list of the pieces of an account is cheap to query, on its first page and on the next', () => {
  const linking = { siteOrigin: 'http://localhost:3000', businessTimeZone: timeZone }
  let workspace = ''
  beforeAll(async () => {
    workspace = (await addAccount(db)).live.workspace
    const [status, sendOn] = ["case when n % 2000 = 0 then 'returned' else 'delivered' end", "date '2026-11-01'"]
    await db.query(
      `insert into piece (id, created_at, workspace_id, kind, size, postal_class, status, month, send_on, due_on,
                          cancelable_until, tracking, routing, tracking_token, metadata)
       select 'piece_' || lpad(n::text, 20, '0'), now() - n * interval '1 minute', $1, 'postcard', '4.25x6', 'FirstClass',
              ${status}, '2026-11', ${sendOn}, ${sendOn}, now(), lpad(n::text, 20, '0'), '74104', 'track_' || n,
              jsonb_build_object('order', n::text)
         from generate_series(1, $2::int) as n`,
      [workspace, many],
    )
    await db.query('vacuum (analyze) piece')
  }, 60_000)

  test.each([[undefined], [['returned']], [['delivered']]] as const)('by status %j', async (statuses) => {
    const list = (cursor?: string) => () =>
      listPieces(
        orm.em.fork(),
        workspace,
        { limit: 5, ...(cursor && { cursor }), ...(statuses && { Status: [...statuses] }) },
        linking,
      )
    const { next } = await list()()
    for (const cursor of [undefined, next]) {
      const { scannedTables, pages } = await costOf(db, list(cursor))
      expect(scannedTables).toEqual([])
      // Up to ten thousand are counted.
      expect(pages).toBeLessThanOrEqual(statuses?.[0] === 'returned' ? 100 : 1_000)
    }
  })

  test.each(['4711', 'piece_00000000000000004711'])('with %s', async (Search) => {
    const { scannedTables, pages } = await costOf(db, async () => {
      const { rows } = await listPieces(orm.em.fork(), workspace, { limit: 5, Search }, linking)
      expect(rows).toMatchObject([{ Id: 'piece_00000000000000004711' }])
    })
    expect(scannedTables).toEqual([])
    expect(pages).toBeLessThanOrEqual(100)
  })
})

test('the relay reads a batch of new proofs, however many are queued and however many are new', async () => {
  await db.query("delete from print_proof where status = 'rendering'")
  await db.query(
    `insert into print_proof (id, caller, piece, size, postal_class, request, expires_at, turn)
     select 'proof_w' || lpad(n::text, 19, '0'), case when n % 1000 = 0 then 'caller ' || n else 'many' end, 'postcard', '4.25x6',
            'FirstClass', $2, now() + interval '1 day', case when n <= $1 / 2 then n end
       from generate_series(1, $1::int) as n`,
    [many, JSON.stringify({ to: address, from: address, values: {}, templates: [] })],
  )
  await db.query('vacuum (analyze) print_proof')
  const { scannedTables, sortedRows, pages } = await costOf(db, () =>
    orm.em.fork().transactional(async (transaction) => expect(await takeProofs(transaction, 50)).toHaveLength(50)),
  )
  expect(scannedTables).toEqual([])
  expect(sortedRows).toBeLessThanOrEqual(300)
  // Each of 50 rows is updated, with its index entries.
  expect(pages).toBeLessThanOrEqual(2_000)
})

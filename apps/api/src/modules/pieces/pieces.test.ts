import { TestOutcome } from '@app/contract'
import pg from 'pg'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { addAccount } from '../../../test/customers.ts'
import { untilBlocked } from '../../../test/harness.ts'
import { openWorker } from '../../../test/jobs.ts'
import { startPieceApp } from '../../../test/pieces.ts'
import { letter } from '../../../test/print.ts'
import { playTimeline, settleAndSimulate, startSimulation } from './simulate.ts'
import { timedSteps, timelineOf } from './timeline.ts'

const { app, db, ownerUrl, config, em, call, read, send, proofOf, finish, move, typesOf } = await startPieceApp()
const worker = await openWorker(config.databaseUrl)
startSimulation(worker.em, worker.jobs)
afterAll(() => worker.stop())

describe('listPieces', () => {
  test('200 with the pieces of the workspace only, by status and day, in pages', async () => {
    const account = await addAccount(db)
    const ids = [await send(account.live.key), await send(account.live.key), await send(account.live.key)]
    const testPiece = await send(account.test.key)
    await finish(ids[0] ?? '')
    const first = await call(account.live.key, 'GET', '/v1/pieces?limit=2')
    expect(first.json().map(({ Id }: { Id: string }) => Id)).toEqual([ids[2], ids[1]])
    expect(first.headers['x-total-count']).toBe('3')
    const next = /<(.+)>/.exec(String(first.headers['link']))?.[1] ?? ''
    expect((await read(account.live.key, next)).map(({ Id }: { Id: string }) => Id)).toEqual([ids[0]])
    expect(await read(account.live.key, '/v1/pieces?Status=ready,delivered')).toMatchObject([
      { Id: ids[0], Mode: 'live' },
    ])
    expect(await read(account.live.key, '/v1/pieces?To=2020-01-01')).toEqual([])
    expect(await read(account.test.key, '/v1/pieces')).toMatchObject([{ Id: testPiece, Mode: 'test' }])
  })

  test('200 with the piece with the given id, and pieces with the given value in their metadata', async () => {
    const { live, test: tests } = await addAccount(db)
    const ordered = await send(live.key, { Metadata: { order: '4711', note: '100% "ours"' } })
    const other = await send(live.key, { Metadata: { order: '47' } })
    const found = async (key: string, text: string) =>
      (await read(key, `/v1/pieces?Search=${encodeURIComponent(text)}`)).map(({ Id }: { Id: string }) => Id)
    expect(await found(live.key, '4711')).toEqual([ordered])
    expect(await found(live.key, '100% "ours"')).toEqual([ordered])
    expect(await found(live.key, other)).toEqual([other])
    // Part of a value or its key does not match, and neither do pieces of the other mode.
    for (const text of ['471', 'order', '{"order":"4711"}', '$.*']) expect(await found(live.key, text)).toEqual([])
    for (const text of ['4711', ordered]) expect(await found(tests.key, text)).toEqual([])
  })
})

test('many concurrent requests of one account leave database connections for others', async () => {
  const [{ live, test: tests }, other] = [await addAccount(db), await addAccount(db)]
  // The keys of an account share its connection limit.
  const keys = Array.from({ length: config.poolMax * 2 }, (_, place) => (place % 2 === 0 ? live.key : tests.key))
  const ids = await Promise.all(keys.map((key) => send(key)))
  const slow = new pg.Client({ connectionString: ownerUrl })
  await slow.connect()
  await slow.query('begin')
  await slow.query('select from usage_month where workspace_id in ($1, $2) for update', [
    live.workspace,
    tests.workspace,
  ])
  const canceled = ids.map((id, place) => call(keys[place] ?? '', 'POST', `/v1/pieces/${id}/cancel`))
  await untilBlocked(db, 1)
  for (let times = 0; times < 3; times += 1)
    expect((await call(other.live.key, 'GET', '/v1/usage')).statusCode).toBe(200)
  await untilBlocked(db, 1)
  await slow.query('commit')
  await slow.end()
  expect(new Set((await Promise.all(canceled)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
})

describe('listPieceEvents', () => {
  test('200 with the events of the workspace, numbered for each piece', async () => {
    const { live, test: tests } = await addAccount(db)
    const [one, other] = [await send(live.key, { Metadata: { order: '7' } }), await send(live.key)]
    await finish(one)
    expect(await read(live.key, '/v1/events')).toMatchObject([
      { PieceId: one, Number: 2, Type: 'piece.ready', Metadata: { order: '7' }, Mode: 'live' },
      { PieceId: other, Number: 1, Type: 'piece.created' },
      { PieceId: one, Number: 1, Type: 'piece.created' },
    ])
    expect(await read(live.key, `/v1/events?PieceId=${one}&Type=piece.created`)).toMatchObject([{ Number: 1 }])
    expect(await read(tests.key, '/v1/events')).toEqual([])
  })
})

describe('getPiece', () => {
  test('200 with statuses that only move forward: repeats and late scans change nothing', async () => {
    const { live } = await addAccount(db)
    const id = await send(live.key)
    // Scans of a piece that is not printed yet are ignored.
    expect(await move(id, 'piece.delivered', 'piece.scanned')).toEqual([])
    await finish(id)
    await move(id, 'piece.in_production', 'piece.printed', 'piece.mailed', 'piece.out_for_delivery')
    expect(await move(id, 'piece.in_transit', 'piece.out_for_delivery', 'piece.mailed', 'piece.canceled')).toEqual([])
    await move(id, 'piece.delivered', 'piece.scanned', 'piece.delivered', 'piece.in_local_area')
    expect(await typesOf(live.key, id)).toEqual([
      'created',
      'ready',
      'in_production',
      'printed',
      'mailed',
      'out_for_delivery',
      'delivered',
      'scanned',
    ])
    expect(await read(live.key, `/v1/pieces/${id}`)).toMatchObject({ Status: 'delivered' })
  })
})

describe('getTrackedPiece', () => {
  test('200 with the events, without a name or an address; 404 for another token', async () => {
    const { live } = await addAccount(db)
    const { TrackingUrl } = await read(live.key, `/v1/pieces/${await send(live.key)}`)
    const token = new URL(TrackingUrl).searchParams.get('piece') ?? ''
    const tracked = await app.inject(`/v1/tracking/${token}`)
    expect(tracked.json()).toMatchObject({ Mode: 'live', Status: 'checking', States: [{ Type: 'piece.created' }] })
    expect(tracked.body).not.toMatch(/Dana|Cedar|Tulsa|74104|piece_/)
    expect((await app.inject('/v1/tracking/track_00000000000000000000')).statusCode).toBe(404)
  })

  test('200 with an image of a front that is the same for everyone, but none for a letter, whose first page has the address', async () => {
    const { live } = await addAccount(db)
    const front = async (Html: string) =>
      (await call(live.key, 'POST', '/v1/templates', { Name: 'Front', Size: '4.25x6', Html })).json().Id
    const code = '<qr-code value="https://example.com/q/Ab3dEf7?piece={{tracking_token}}">'
    const card = await send(live.key, { Front: await front(`<p>Plant now</p>${code}`) })
    const named = await send(live.key, { Front: await front('<p>{{first_name ?? "Neighbor"}}, plant now</p>') })
    const builtIn = await send(live.key)
    const mailed = letter({ DryRun: false, WaitForRender: false })
    const page = (await call(live.key, 'POST', '/v1/letters', mailed)).json().Id
    for (const id of [card, named, builtIn, page]) await finish(id)
    const pictureOf = async (id: string) => {
      const { TrackingUrl } = await read(live.key, `/v1/pieces/${id}`)
      return (await app.inject(`/v1/tracking/${new URL(TrackingUrl).searchParams.get('piece')}`)).json().PngUrl
    }
    expect(await pictureOf(card)).toMatch(/\/png\/1\?/)
    for (const id of [named, builtIn, page]) expect(await pictureOf(id)).toBeNull()
    // Its URL contains the id of the print file, which requires the key.
    expect((await app.inject(`/v1/proofs/${await proofOf(card)}`)).statusCode).toBe(404)
  })
})

describe('a test piece', () => {
  test('whose code was already scanned plays every step, without a second scan', async () => {
    const { test: tests } = await addAccount(db)
    const id = await send(tests.key, { Test: { Outcome: 'delivered_and_scanned', Seed: 1 } })
    await finish(id)
    await move(id, 'piece.in_production', 'piece.printed', 'piece.scanned')
    await db.query(`update piece_event set occurred_at = occurred_at - interval '1 hour' where piece_id = $1`, [id])
    expect(await playTimeline(em.fork(), id)).toBeUndefined()
    expect((await typesOf(tests.key, id)).slice(2)).toEqual([
      'in_production',
      'printed',
      'scanned',
      'mailed',
      'in_transit',
      'in_local_area',
      'out_for_delivery',
      'delivered',
    ])
  })

  test('goes through its timeline automatically', { timeout: 60_000 }, async () => {
    const mailed = ['created', 'ready', 'in_production', 'printed', 'mailed']
    const near = [...mailed, 'in_transit', 'in_local_area', 'out_for_delivery']
    const expected: Record<(typeof TestOutcome.enum)[number], string[]> = {
      delivered: [...near, 'delivered'],
      delivered_and_scanned: [...near, 'delivered', 'scanned'],
      delivered_late: [...near, 'delivered'],
      re_routed: [...near, 're_routed', 'delivered'],
      returned: [...near, 'returned'],
      returned_after_delivery: [...near, 'delivered', 'returned'],
      rejected: ['created', 'rejected'],
      reprinted: ['created', 'ready', 'in_production', 'reprinting', ...near.slice(2), 'delivered'],
      stuck_in_production: ['created', 'ready', 'in_production'],
      never_scanned: mailed,
      lost_in_transit: [...mailed, 'in_transit'],
      scanned_out_of_order: [...mailed, 'in_transit', 'out_for_delivery', 'delivered'],
    }
    const { test: tests } = await addAccount(db)
    const ids = new Map<string, string>()
    for (const Outcome of TestOutcome.enum) {
      const id = await send(tests.key, { Test: { Outcome, Seed: 1 } })
      ids.set(id, Outcome)
      const proof = await proofOf(id)
      await em.fork().transactional((transaction) => settleAndSimulate(transaction, worker.jobs, proof))
    }
    const lives = async () => {
      const { rows } = await db.query(
        `select piece_id as id, array_agg(replace(type, 'piece.', '') order by number) as types,
                max(occurred_at) - min(occurred_at) <= interval '10 seconds' as "isFast"
           from piece_event where piece_id = any($1) group by 1`,
        [[...ids.keys()]],
      )
      expect(rows.map(({ isFast }) => isFast)).toEqual(rows.map(() => true))
      return Object.fromEntries(rows.map(({ id, types }) => [ids.get(id), types]))
    }
    await vi.waitFor(async () => expect(await lives()).toEqual(expected), { timeout: 50_000, interval: 200 })
  })

  /** Plays a piece at live pace, skipping the days to each next step. Milliseconds count from when it was ready. */
  async function lived(changes: object) {
    const { test: tests } = await addAccount(db)
    const id = await send(tests.key, { Test: { Pace: 'live', ...changes } })
    await finish(id)
    await db.query("update piece set cancelable_until = '2000-01-01' where id = $1", [id])
    for (let next = await playTimeline(em, id); next; next = await playTimeline(em, id)) {
      await db.query(
        `update piece_event set occurred_at = occurred_at - $2 * interval '1 millisecond' where piece_id = $1`,
        [id, Math.ceil(next.againInMs)],
      )
    }
    const { rows } = await db.query(
      `select type, (extract(epoch from occurred_at - (select occurred_at from piece_event where piece_id = $1 and number = 2)) * 1000)::int as "afterMs"
         from piece_event where piece_id = $1 and number > 2 order by number`,
      [id],
    )
    return rows
  }

  test('has the steps and times that follow from its seed, spread over days at live pace', async () => {
    const steps = await lived({ Outcome: 'delivered', Seed: 7 })
    expect(steps).toEqual(timedSteps({ Outcome: 'delivered', Seed: 7, Pace: 'live' }))
    expect(steps.map(({ type }) => type)).toEqual(
      timedSteps({ Outcome: 'delivered', Seed: 7, Pace: 'fast' }).map(({ type }) => type),
    )
    const days = steps.map(({ afterMs }) => afterMs / 86_400_000)
    expect(days.at(-1)).toBeGreaterThan(3.5)
    expect(new Set(days.map(Math.floor)).size).toBeGreaterThan(3)
    expect(await lived({ Outcome: 'delivered', Seed: 7 })).toEqual(steps)
    expect(await lived({ Outcome: 'delivered', Seed: 8 })).not.toEqual(steps)
  })

  test('at live pace is not printed before its day, while it can still be canceled', async () => {
    const { test: tests } = await addAccount(db)
    const { rows } = await db.query(`select to_char(now() + interval '30 days', 'YYYY-MM-DD') as day`)
    const id = await send(tests.key, { SendOn: rows[0].day, Test: { Pace: 'live', Outcome: 'delivered', Seed: 7 } })
    await finish(id)
    await db.query(`update piece_event set occurred_at = occurred_at - interval '20 days' where piece_id = $1`, [id])
    const next = await playTimeline(em, id)
    expect(next?.againInMs).toBeGreaterThan(28 * 86_400_000)
    expect(await typesOf(tests.key, id)).toEqual(['created', 'ready'])
    expect((await call(tests.key, 'POST', `/v1/pieces/${id}/cancel`)).statusCode).toBe(200)
  })

  test('has the outcome that follows from its seed, and every outcome has seeds', () => {
    const outcomes = Array.from({ length: 3_000 }, (_, Seed) => timelineOf({ Seed }, 'piece').Outcome)
    expect(outcomes).toEqual(outcomes.map((_outcome, Seed) => timelineOf({ Seed }, 'another piece').Outcome))
    expect(new Set(outcomes)).toEqual(new Set(TestOutcome.enum))
  })
})

import { text } from 'node:stream/consumers'
import { type PieceSize, TestOutcome } from '@app/contract'
import { moneyOf, quote, times } from '@app/pricing'
import fc from 'fast-check'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { addAccount } from '../../../test/customers.ts'
import { openWorker } from '../../../test/jobs.ts'
import { letter, postcard, printAtOnce, startPrintApp } from '../../../test/print.ts'
import { addMonth } from '../../../test/production.ts'
import { pieceOf } from '../print/quotes/quotes.ts'
import { playTimeline, settleAndSimulate } from './simulate.ts'
import { timedSteps, timelineOf } from './timeline.ts'
import { startSimulation } from './start-simulation.ts'
import { settlePiece } from './settle-piece.service.ts'
import { movePieces } from './moves.ts'
import { exportStatement } from './statements.queries.ts'

const { app, db, orm, config } = await startPrintApp()
await printAtOnce(db)
const em = orm.em.fork({ useContext: false })
const worker = await openWorker(config.databaseUrl)
startSimulation(worker.em, worker.jobs)
afterAll(() => worker.stop())

const call = (key: string, method: 'GET' | 'POST', url: string, payload?: object) =>
  app.inject({ method, url, ...(payload && { payload }), headers: { authorization: `Bearer ${key}` } })
const read = async (key: string, url: string) => (await call(key, 'GET', url)).json()
const send = async (key: string, changes: object = {}): Promise<string> =>
  (await call(key, 'POST', '/v1/postcards', postcard({ DryRun: false, ...changes }))).json().Id
const proofOf = async (id: string): Promise<string> =>
  (await db.query('select proof_id from piece where id = $1', [id])).rows[0].proof_id
const finish = async (id: string, { pages = 2, fails = false } = {}) => {
  const proof = await proofOf(id)
  const checks = fails
    ? [{ Code: 'bleed_incomplete', Severity: 'error', Page: 1, Box: null, Detail: 'x', Remedy: '' }]
    : []
  const drawn = Array.from({ length: pages }, () => ({ Side: 'front', Width: 1, Height: 1, hash: 'a'.repeat(64) }))
  await db.query('update print_proof set checks = $2, pages = $3 where id = $1', [
    proof,
    JSON.stringify(checks),
    JSON.stringify(drawn),
  ])
  await em.fork().transactional((transaction) => settlePiece(transaction, proof))
}
const move = (piece: string, ...types: Parameters<typeof movePieces>[1][number]['type'][]) =>
  em.fork().transactional((transaction) =>
    movePieces(
      transaction,
      types.map((type) => ({ piece, type })),
    ),
  )
const typesOf = async (key: string, id: string): Promise<string[]> =>
  (await read(key, `/v1/pieces/${id}`)).Events.map(({ Type }: { Type: string }) => Type.replace('piece.', ''))

describe('listPieces', () => {
  test('200 with the pieces of the workspace alone, by status and day, in pages', async () => {
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
})

describe('getPiece', () => {
  test('404 with the key of the other mode, 403 with a sandbox key, 401 without one', async () => {
    const { live, test: tests } = await addAccount(db)
    const id = await send(live.key)
    expect((await call(live.key, 'GET', `/v1/pieces/${id}`)).statusCode).toBe(200)
    expect((await call(tests.key, 'GET', `/v1/pieces/${id}`)).statusCode).toBe(404)
    const { Key } = (await app.inject({ method: 'POST', url: '/v1/sandbox-keys', payload: {} })).json()
    expect((await call(Key, 'GET', `/v1/pieces/${id}`)).statusCode).toBe(403)
    expect((await app.inject(`/v1/pieces/${id}`)).statusCode).toBe(401)
  })
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

describe('the states of a piece', () => {
  test('only move forward: repeats and late scans change nothing', async () => {
    const { live } = await addAccount(db)
    const id = await send(live.key)
    // A piece that is not printed has no scans.
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
  test('200 with what happened, and without a name or an address; 404 for another token', async () => {
    const { live } = await addAccount(db)
    const id = await send(live.key)
    const { TrackingUrl } = await read(live.key, `/v1/pieces/${id}`)
    const token = new URL(TrackingUrl).searchParams.get('piece') ?? ''
    const tracked = await app.inject(`/v1/tracking/${token}`)
    expect(tracked.json()).toMatchObject({ Mode: 'live', Status: 'checking', States: [{ Type: 'piece.created' }] })
    expect(tracked.body).not.toMatch(/Dana|Cedar|Tulsa|74104|piece_/)
    expect((await app.inject('/v1/tracking/track_00000000000000000000')).statusCode).toBe(404)
  })

  test('200 with the picture of a front that is the same for everybody, and with none of a letter, whose first page has the address', async () => {
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
    // Its address names the print file, which nobody reads without the key.
    expect((await app.inject(`/v1/proofs/${await proofOf(card)}`)).statusCode).toBe(404)
  })
})

describe('getUsage', () => {
  const usageOf = (key: string, query = '') => read(key, `/v1/usage${query}`)

  test('200 with the lines of the month, the cap, and what the next tier saves', async () => {
    const { live } = await addAccount(db, { monthly_cap: 5_000 })
    await send(live.key)
    await send(live.key)
    const id = (await call(live.key, 'POST', '/v1/letters', letter({ DryRun: false, WaitForRender: false }))).json().Id
    expect(await usageOf(live.key)).toMatchObject({ Pieces: 3, Uncounted: 1, Total: 2.26 })
    await finish(id, { pages: 3 })
    expect(await usageOf(live.key)).toMatchObject({
      Mode: 'live',
      Pieces: 3,
      Cap: 5_000,
      Total: 2.38,
      Uncounted: 0,
      Tier: { From: 0 },
      NextTier: { From: 2_000, Pieces: 1_997, Saves: 0.1 },
      Lines: [
        { Size: '4.25x6', Sheets: 1, Quantity: 2, Unit: 0.68, Total: 1.36 },
        { Size: '8.5x11', Sheets: 2, Quantity: 1, Unit: 1.02, Total: 1.02 },
      ],
    })
    expect(await usageOf(live.key, '?Month=2020-01')).toMatchObject({ Pieces: 0, Total: 0, Lines: [] })
  })

  /** What `quote()` says of the pieces of a month: the total in cents, and the exact price before any rounding. */
  const quotedMonth = async (workspace: string) => {
    const { rows } = await db.query<{ size: PieceSize; sheets: number; quantity: number }>(
      `select size, coalesce(sheets, 1) as sheets, count(*)::int as quantity from piece
        where workspace_id = $1 and status not in ('rejected', 'canceled') group by 1, 2`,
      [workspace],
    )
    const pieces = rows.reduce((sum, { quantity }) => sum + quantity, 0)
    const month = { pieces, total: 0n, exact: 0n }
    for (const { size, sheets, quantity } of rows) {
      const price = quote(pieceOf(size), quantity, sheets, 'first-class', pieces)
      if (price.kind !== 'price') throw new Error('A piece has no price')
      month.total += price.total
      month.exact += times(price.unit, quantity)
    }
    return month
  }

  test('200 with the sum of the ledger and of the pieces, after any order of sends, cancellations, rejections, and reprints', async () => {
    const step = fc.record({
      what: fc.constantFrom('card', 'letter', 'cancel', 'reject', 'ready', 'reprint'),
      pages: fc.integer({ min: 1, max: 12 }),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 5, maxLength: 25 }),
        // A month that is close to the next tier, so that a few pieces lead there and back.
        fc.constantFrom(1, 1_998, 4_998, 9_998),
        async (steps, before) => {
          const { live } = await addAccount(db)
          await addMonth(db, live.workspace, before, '6x9')
          const open: string[] = []
          for (const { what, pages } of steps) {
            if (what === 'card') open.push(await send(live.key))
            if (what === 'letter')
              open.push(
                (await call(live.key, 'POST', '/v1/letters', letter({ DryRun: false, WaitForRender: false }))).json()
                  .Id,
              )
            const piece = what === 'card' || what === 'letter' ? undefined : open.shift()
            if (piece && what === 'cancel') await call(live.key, 'POST', `/v1/pieces/${piece}/cancel`)
            if (piece && what !== 'cancel') await finish(piece, { pages, fails: what === 'reject' })
            if (piece && what === 'reprint') {
              await move(piece, 'piece.in_production', 'piece.reprinting')
              open.push(piece)
            }
          }
          const { rows } = await db.query(
            `select (select sum(amount)::text from ledger_entry where workspace_id = $1) as charged,
                    (select sum(pieces)::int from ledger_entry where workspace_id = $1) as counted,
                    (select pieces from usage_month where workspace_id = $1) as stored`,
            [live.workspace],
          )
          const [{ charged, counted, stored }] = rows
          const { pieces, total, exact } = await quotedMonth(live.workspace)
          expect([counted, stored]).toEqual([pieces, pieces])
          expect(BigInt(charged)).toBe(exact)
          const { Month, Total } = await usageOf(live.key)
          expect(moneyOf(Total)).toBe(total)
          const file = await text(await exportStatement(em.fork(), live.workspace, Month))
          const amounts = file.trim().split('\r\n').slice(1)
          const [last, ...entries] = amounts.map((line) => moneyOf(Number(line.split(',').at(-1)))).toReversed()
          expect([last, entries.reduce((sum, amount) => sum + amount, 0n)]).toEqual([total, total])
        },
      ),
      { numRuns: 10 },
    )
  })
})

describe('a test piece', () => {
  test('whose code was scanned before plays every step, and no other scan', async () => {
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

  test.each(TestOutcome.enum)('lives through its timeline by itself: %s', { timeout: 60_000 }, async (Outcome) => {
    const { test: tests } = await addAccount(db)
    const id = await send(tests.key, { Test: { Outcome, Seed: 1 } })
    const proof = await proofOf(id)
    await em.fork().transactional((transaction) => settleAndSimulate(transaction, worker.jobs, proof))
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
    await vi.waitFor(async () => expect(await typesOf(tests.key, id)).toEqual(expected[Outcome]), {
      timeout: 30_000,
      interval: 100,
    })
    const { rows } = await db.query(
      `select max(occurred_at) - min(occurred_at) <= interval '10 seconds' as "isFast" from piece_event where piece_id = $1`,
      [id],
    )
    expect(rows).toEqual([{ isFast: true }])
  })

  /** A piece that lives at live pace, in which the days to its next step pass at once. Milliseconds count from when it was ready. */
  async function lived(changes: object) {
    const { test: tests } = await addAccount(db)
    const id = await send(tests.key, { Test: { Pace: 'live', ...changes } })
    await finish(id)
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

  test('has the steps and the times of its seed, spread over days at live pace', async () => {
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

  test('has the outcome of its seed, and every outcome has seeds', () => {
    const outcomes = Array.from({ length: 3_000 }, (_, Seed) => timelineOf({ Seed }, 'piece').Outcome)
    expect(outcomes).toEqual(outcomes.map((_outcome, Seed) => timelineOf({ Seed }, 'another piece').Outcome))
    expect(new Set(outcomes)).toEqual(new Set(TestOutcome.enum))
  })
})

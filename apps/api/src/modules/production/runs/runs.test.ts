import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { startPrintApp } from '../../../../test/print.ts'
import { addAccount } from '../../../../test/customers.ts'
import {
  addPieces,
  addWaiting,
  bare,
  clearProduction,
  productionSteps,
  runsUrl as base,
  type Run,
  statusesOf,
  trackingOf,
} from '../../../../test/production.ts'

const { app, db, asStaff } = await startPrintApp()
beforeEach(() => clearProduction(db))

const { get, create, created, prepare, typesOf } = productionSteps({ db, asStaff })
describe('listWaitingPieces', () => {
  const waiting = async (query = '') => (await get(`/api/admin/waiting-pieces${query}`)).json()

  test('200 with counts by size and class, with the earliest due first', async () => {
    const changes = { due_on: '2020-01-02', postal_class: 'Standard', size: '8.5x11', kind: 'letter' }
    await addWaiting(db, [...bare(2), ...bare(1, { changes }, 10)])
    expect(await waiting()).toEqual([
      {
        size: '8.5x11',
        postalClass: 'Standard',
        stock: '28 lb paper',
        pieces: 1,
        late: 1,
        oldestDueOn: '2020-01-02',
        later: 0,
      },
      expect.objectContaining({ size: '4.25x6', stock: '110 lb, film laminated', pieces: 2, late: 0, later: 0 }),
    ])
  })

  test('200 without pieces that are simulated, still being checked, or in a run; those with a later date count as later', async () => {
    const { live } = await created(bare(1))
    const { test: sandbox } = await addAccount(db)
    await addPieces(db, sandbox.workspace, bare(1, { changes: { test: '{}' } }, 20))
    const later = [
      { cancelable_until: '2100-01-01' },
      { send_on: '2100-01-01' },
      { status: 'checking' },
      { status: 'canceled' },
    ]
    await addPieces(
      db,
      live.workspace,
      later.flatMap((changes, index) => bare(1, { changes }, 30 + index)),
    )
    expect(await waiting()).toMatchObject([{ pieces: 0, late: 0, oldestDueOn: null, later: 2 }])
    await addPieces(db, live.workspace, bare(3, {}, 40))
    expect(await waiting('?createdBefore=2020-01-01T00:00:00Z')).toMatchObject([{ pieces: 0, later: 5 }])
    expect((await get('/api/admin/waiting-pieces', 'viewer')).json()).toMatchObject([{ pieces: 3 }])
  })
})

describe('createPrintRun', () => {
  test('201 with the pieces by ZIP Code, in production, and their files waiting for a renderer', async () => {
    const { ids } = await addWaiting(
      db,
      ['74104', '02138', '741040199'].map((routing, index) => ({ tracking: trackingOf(index + 1), routing })),
    )
    const answer = await create()
    expect(answer.statusCode).toBe(201)
    const run: Run = answer.json()
    expect(run).toMatchObject({
      number: 1,
      status: 'preparing',
      stock: '110 lb, film laminated',
      pieces: 3,
      sheets: 3,
      files: 1,
      preparedFiles: 0,
      createdBy: 'Staff owner',
      parts: [{ number: 1, state: 'waiting', firstPlace: 1, lastPlace: 3, pieces: 3, sheets: 3, sha256: null }],
    })
    expect(run.parts[0]).toMatchObject({
      firstBarcode: `${trackingOf(2)}02138`,
      lastBarcode: `${trackingOf(3)}741040199`,
    })
    expect(await statusesOf(db, ids)).toEqual(['in_production', 'in_production', 'in_production'])
    expect(await typesOf(ids[0] ?? '')).toEqual(['piece.in_production'])
    const { rows } = await db.query(
      `select action, record_name, after ->> 'pieces' as pieces from record_change
      where record_id = $1`,
      [run.id],
    )
    expect(rows).toEqual([{ action: 'create', record_name: 'Run 1', pieces: '3' }])
  })

  test('201 with the pieces that are due first, up to the maximum, and the rest in the next run', async () => {
    const { ids } = await addWaiting(db, [...bare(2), ...bare(2, { changes: { due_on: '2020-01-01' } }, 10)])
    expect((await create({ maxPieces: 2 })).json()).toMatchObject({ number: 1, pieces: 2 })
    expect(await statusesOf(db, ids)).toEqual(['ready', 'ready', 'in_production', 'in_production'])
    expect((await create()).json()).toMatchObject({ number: 2, pieces: 2 })
  })

  test.each([0, 10_001])('400 for a maximum of %d pieces', async (maxPieces) => {
    await addWaiting(db, bare(1))
    expect((await create({ maxPieces })).statusCode).toBe(400)
  })

  test('201 with files of 250 pieces, in statements of at most 500 rows, while others are served', async () => {
    const { live } = await addWaiting(db, bare(501))
    const headers = { authorization: `Bearer ${live.key}` }
    for (const webhook of [1, 2]) {
      const payload = { Url: `https://example.com/${webhook}` }
      await app.inject({ method: 'POST', url: '/v1/webhooks', headers, payload })
    }
    const query = vi.spyOn(pg.Client.prototype, 'query')
    const run: Run = (await create()).json()
    const texts = query.mock.calls.flat(2).filter((value) => typeof value === 'string' && value.startsWith('[{'))
    query.mockRestore()
    expect(run.parts.map(({ firstPlace, lastPlace, pieces }) => [firstPlace, lastPlace, pieces])).toEqual([
      [1, 250, 250],
      [251, 500, 250],
      [501, 501, 1],
    ])
    const sizes = texts.map((text) => JSON.parse(String(text)).length)
    expect(sizes.length).toBeGreaterThan(4)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(500)
    const { rows } = await db.query(`select count(*)::int as messages, count(distinct piece_event_id)::int as events
      from message where subject = 'piece.in_production'`)
    expect(rows).toEqual([{ messages: 1002, events: 501 }])
  })

  test('201 with the same run for one Idempotency-Key, even when sent repeatedly and concurrently; 422 with another body', async () => {
    await addWaiting(db, bare(4))
    const headers = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all([1, 2, 3].map(() => create({ maxPieces: 2 }, headers)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
    expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1)
    expect((await create({ maxPieces: 3 }, headers)).statusCode).toBe(422)
  })

  test('409 when only test pieces of the size and class wait, or nothing before the cutoff', async () => {
    const { test: simulated } = await addWaiting(db, bare(1))
    await addPieces(db, simulated.workspace, bare(1, { changes: { test: '{}', postal_class: 'Standard' } }, 20))
    for (const changes of [{ size: '6x9' }, { postalClass: 'Standard' }, { cutoffAt: '2020-01-01T00:00:00Z' }] as const)
      expect((await create(changes)).json()).toMatchObject({ status: 409, code: 'no_pieces_waiting' })
    expect((await get(base)).json()).toEqual([])
  })
})

describe('listPrintRuns', () => {
  test('200 newest first, by status, in pages', async () => {
    const { run } = await created(bare(1))
    await created(bare(2, {}, 10))
    await prepare(run)
    expect((await get(base, 'viewer')).json()).toMatchObject([
      { number: 2, status: 'preparing', pieces: 2 },
      { number: 1, status: 'ready', preparedFiles: 1 },
    ])
    expect((await get(`${base}?status=ready`)).json()).toMatchObject([{ number: 1 }])
    const page = await get(`${base}?limit=1`)
    expect(page.headers['x-total-count']).toBe('2')
    const [, next = ''] = /<([^>]+)>/.exec(String(page.headers['link'])) ?? []
    expect((await get(next)).json()).toMatchObject([{ number: 1 }])
  })
})

describe('getPrintRun', () => {
  test('200 with who last changed it, and 404 for an unknown id', async () => {
    const { run } = await created()
    const answer = await get(`${base}/${run.id}`, 'viewer')
    expect(answer.json()).toEqual({ ...run, changedBy: 'Staff owner', changedAt: expect.any(String) })
    expect((await get(`${base}/${randomUUID()}`)).statusCode).toBe(404)
  })
})

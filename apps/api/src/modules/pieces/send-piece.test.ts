import { randomUUID } from 'node:crypto'
import type { PieceStatus } from '@app/contract'
import { describe, expect, test } from 'vitest'
import { addAccount } from '../../../test/customers.ts'
import { letter, postcard, printAtOnce, startPrintApp } from '../../../test/print.ts'
import { addMonth } from '../../../test/production.ts'
import { settlePiece } from './settle-piece.service.ts'

const { app, db, orm } = await startPrintApp()
await printAtOnce(db)

const call = (
  key: string,
  method: 'GET' | 'POST',
  url: string,
  payload?: object,
  headers: Record<string, string> = {},
) =>
  app.inject({
    method,
    url,
    ...(payload && { payload }),
    headers: { authorization: `Bearer ${key}`, ...headers },
  })
/** Creates an account. Returns its live workspace and key. */
const addLive = async (changes: Parameters<typeof addAccount>[1] = {}) => (await addAccount(db, changes)).live
const live = { DryRun: false, WaitForRender: false }
const sent = (key: string, changes: object = {}, headers: Record<string, string> = {}) =>
  call(key, 'POST', '/v1/postcards', postcard({ ...live, ...changes }), headers)

/** Ends the checks of a piece as a renderer does. */
const settle = async (id: string, checks: object[] = [], pages = 2) => {
  const { rows } = await db.query('select proof_id from piece where id = $1', [id])
  const proof = String(rows[0].proof_id)
  await db.query('update print_proof set checks = $2, pages = $3 where id = $1', [
    proof,
    JSON.stringify(checks),
    JSON.stringify(Array.from({ length: pages }, () => ({ Side: 'front', Width: 1, Height: 1, hash: 'a'.repeat(64) }))),
  ])
  await orm.em.fork({ useContext: false }).transactional((transaction) => settlePiece(transaction, proof))
}
const statusOf = async (id: string): Promise<PieceStatus> =>
  (await db.query('select status from piece where id = $1', [id])).rows[0].status
const ledger = async (workspace: string) =>
  (
    await db.query(
      'select kind, amount::int, pieces from ledger_entry where workspace_id = $1 order by created_at, id',
      [workspace],
    )
  ).rows
const error = {
  Code: 'text_outside_safe_zone',
  Severity: 'error',
  Page: 1,
  Box: null,
  Detail: 'Text too near.',
  Remedy: '',
}

describe('createPostcard', () => {
  test('201 with the piece, its charge, and its first event, for a live key', async () => {
    const { key, workspace } = await addLive()
    const answer = await sent(key, { Metadata: { customer: '4711' } })
    expect(answer.statusCode).toBe(201)
    const piece = answer.json()
    expect(piece).toMatchObject({
      Mode: 'live',
      Status: 'checking',
      Price: 0.68,
      Metadata: { customer: '4711' },
      To: { Name: 'Dana Sample', City: 'Tulsa', State: 'OK', Zip: '74104' },
      Test: null,
      Events: [{ Number: 1, Type: 'piece.created' }],
    })
    expect(answer.headers['location']).toBe(`/v1/pieces/${piece.Id}`)
    expect(piece.TrackingUrl).toMatch(/\/track\?piece=track_\w{20}$/)
    expect(await ledger(workspace)).toEqual([{ kind: 'charge', amount: 6800, pieces: 1 }])
  })

  test('422 for the Idempotency-Key of a proof, for a proof with that of a piece, and for another body', async () => {
    const { key, workspace } = await addLive()
    const headers = { 'idempotency-key': randomUUID() }
    expect((await sent(key, { DryRun: true }, headers)).statusCode).toBe(202)
    const answer = await sent(key, {}, headers)
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'idempotency_key_reused'])
    expect(await ledger(workspace)).toEqual([])
    const others = { 'idempotency-key': randomUUID() }
    expect((await sent(key, {}, others)).statusCode).toBe(201)
    expect((await sent(key, { DryRun: true }, others)).statusCode).toBe(422)
    expect((await sent(key, { Description: 'another' }, others)).statusCode).toBe(422)
  })

  test('201 with the same piece for one Idempotency-Key, even among many concurrent requests: charged once each', async () => {
    const { key, workspace } = await addLive()
    const own = () => ({ 'idempotency-key': randomUUID() })
    const shared = own()
    const requests = [...Array.from({ length: 8 }, own), shared, ...Array.from({ length: 8 }, own), shared, shared]
    const answers = await Promise.all(requests.map((headers) => sent(key, {}, headers)))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
    expect(new Set(answers.map((answer) => answer.json().Id)).size).toBe(17)
    expect(await ledger(workspace)).toHaveLength(17)
    const { rows } = await db.query('select pieces from usage_month where workspace_id = $1', [workspace])
    expect(rows).toEqual([{ pieces: 17 }])
  })

  test('409 when the cap of the account is reached, with exactly as many pieces as it allows', async () => {
    const { key, workspace } = await addLive({ monthly_cap: 4 })
    const answers = await Promise.all(Array.from({ length: 12 }, () => sent(key)))
    const codes = answers.map(({ statusCode }) => statusCode)
    expect(codes.filter((code) => code === 201)).toHaveLength(4)
    expect(codes.filter((code) => code === 409)).toHaveLength(8)
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ code: 'cap_reached' })
    expect(await ledger(workspace)).toHaveLength(4)
  })

  test('409 above the monthly volume for which a price is published, with exactly that many pieces', async () => {
    const { key, workspace } = await addLive()
    await sent(key)
    await db.query('update usage_month set pieces = 99999 where workspace_id = $1', [workspace])
    const answers = [await sent(key), await sent(key)]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 409])
    expect(answers[1]?.json()).toMatchObject({ code: 'volume_by_agreement' })
    expect(await ledger(workspace)).toHaveLength(2)
  })

  test('201 with one credit that re-rates the month when the piece reaches the next tier, reversed if it is canceled', async () => {
    const { key, workspace } = await addLive()
    await addMonth(db, workspace, 1_998, '4.25x6')
    const total = async () => (await call(key, 'GET', '/v1/usage')).json().Total
    const [, last] = [(await sent(key)).json(), (await sent(key)).json()]
    expect(last).toMatchObject({ Price: 0.65 })
    const entries = [
      { kind: 'charge', amount: 1_998 * 6_800, pieces: 1_998 },
      { kind: 'charge', amount: 6_800, pieces: 1 },
      { kind: 'charge', amount: 6_500, pieces: 1 },
      { kind: 're_rate', amount: -1_999 * 300, pieces: 0 },
    ]
    const inAnyOrder = (all: object[]) => ({ length: all.length, all: new Set(all) })
    expect(inAnyOrder(await ledger(workspace))).toEqual(inAnyOrder(entries))
    expect(await total()).toBe(1_300)
    await call(key, 'POST', `/v1/pieces/${last.Id}/cancel`)
    const reversed = [
      { kind: 'reversal', amount: -6_500, pieces: -1 },
      { kind: 're_rate', amount: 1_999 * 300, pieces: 0 },
    ]
    expect(inAnyOrder(await ledger(workspace))).toEqual(inAnyOrder([...entries, ...reversed]))
    expect(await total()).toBe(1_359.32)
  })

  test('201 for a repeat of the request that reached the cap', async () => {
    const { key } = await addLive({ monthly_cap: 1 })
    const headers = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all(Array.from({ length: 6 }, () => sent(key, {}, headers)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201, 201, 201])
    expect(new Set(answers.map((answer) => answer.json().Id)).size).toBe(1)
  })

  test('403 while the account is suspended, and for a sandbox key', async () => {
    const { key } = await addLive({ suspended: true })
    expect((await sent(key)).json()).toMatchObject({ status: 403, code: 'account_suspended' })
    const { Key } = (await app.inject({ method: 'POST', url: '/v1/sandbox-keys', payload: {} })).json()
    expect((await sent(Key)).json()).toMatchObject({ status: 403, code: 'live_mode_unavailable' })
  })

  test('403 with a key that may only create proofs, and 202 for a proof', async () => {
    const { key, workspace } = await addLive()
    await db.query(`update print_key set scopes = '{proofs}' where workspace_id = $1`, [workspace])
    expect((await sent(key)).json()).toMatchObject({ status: 403, code: 'insufficient_scope' })
    expect((await sent(key, { DryRun: true })).statusCode).toBe(202)
    expect(await ledger(workspace)).toEqual([])
  })

  test('400 for a day in the past or too far ahead, and for a live piece with test options', async () => {
    const {
      live: { key },
      test: sandbox,
    } = await addAccount(db)
    for (const SendOn of ['2020-01-01', '2099-01-01']) {
      expect((await sent(key, { SendOn })).json().errors).toMatchObject([
        { pointer: '/SendOn', code: 'date_not_allowed' },
      ])
    }
    expect((await sent(key, { Test: { Outcome: 'returned' } })).json().errors).toMatchObject([
      { pointer: '/Test', code: 'test_not_available' },
    ])
    expect((await sent(sandbox.key, { Test: { Outcome: 'returned' } })).json()).toMatchObject({
      Mode: 'test',
      Test: { Outcome: 'returned', Pace: 'fast' },
    })
  })

  test('409 for a size without a price, and nothing is stored', async () => {
    const { key, workspace } = await addLive()
    expect((await sent(key, { Size: '6x11' })).json()).toMatchObject({ status: 409, code: 'price_on_request' })
    expect(await ledger(workspace)).toEqual([])
  })
})

describe('createLetter', () => {
  test('201 without a price until its pages are counted; then it includes the additional sheets', async () => {
    const { key, workspace } = await addLive({ monthly_cap: 1 })
    const piece = (await call(key, 'POST', '/v1/letters', letter(live))).json()
    expect(piece).toMatchObject({ Status: 'checking', Price: null })
    expect((await call(key, 'POST', '/v1/letters', letter(live))).json()).toMatchObject({ code: 'cap_reached' })
    await settle(piece.Id, [], 5)
    expect((await call(key, 'GET', `/v1/pieces/${piece.Id}`)).json()).toMatchObject({ Status: 'ready', Price: 1.14 })
    expect((await ledger(workspace)).map(({ amount }) => amount)).toEqual([9000, 2400])
  })
})

describe('the checks of a piece', () => {
  test('make it ready, or reject it and reverse its charge', async () => {
    const { key, workspace } = await addLive()
    const [good, bad] = [(await sent(key)).json().Id, (await sent(key)).json().Id]
    await settle(good)
    await settle(bad, [error])
    expect([await statusOf(good), await statusOf(bad)]).toEqual(['ready', 'rejected'])
    const rejected = (await call(key, 'GET', `/v1/pieces/${bad}`)).json()
    expect(rejected).toMatchObject({ Rejection: 'Text too near.', Events: [{}, { Number: 2, Type: 'piece.rejected' }] })
    expect((await ledger(workspace)).map(({ amount }) => amount)).toEqual([6800, 6800, -6800])
    // The end of the checks is processed once.
    await settle(bad)
    expect(await statusOf(bad)).toBe('rejected')
  })
})

describe('cancelPiece', () => {
  const cancel = (key: string, id: string) => call(key, 'POST', `/v1/pieces/${id}/cancel`)

  test('200 and the charge is reversed once', async () => {
    const { key, workspace } = await addLive()
    const { Id } = (await sent(key)).json()
    const answers = await Promise.all([cancel(key, Id), cancel(key, Id), cancel(key, Id)])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(answers[0]?.json()).toMatchObject({ Status: 'canceled' })
    expect((await ledger(workspace)).map(({ amount }) => amount)).toEqual([6800, -6800])
    await settle(Id)
    expect(await statusOf(Id)).toBe('canceled')
  })

  test('409 after CancelableUntil', async () => {
    const { key } = await addLive()
    const { Id } = (await sent(key)).json()
    await db.query("update piece set cancelable_until = now() - interval '1 second' where id = $1", [Id])
    expect((await cancel(key, Id)).json()).toMatchObject({ status: 409, code: 'not_cancelable' })
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { addAccount } from '../../../test/customers.ts'
import { anotherInstance } from '../../../test/harness.ts'
import { postcard, printAtOnce, startPrintApp } from '../../../test/print.ts'
import { addDays } from '../samples/business-days.ts'

const { db, config, folder } = await startPrintApp()
await printAtOnce(db)

/** An instance whose database reads the current time from a table. */
let app: FastifyInstance
const setClock = (at: string) => db.query('update clock.instant set at = $1', [at])
/** The first day of this month, and the last day of the previous month. */
let days: { first: string; last: string }

beforeAll(async () => {
  await db.query(`
    create schema clock;
    create table clock.instant (at timestamptz);
    insert into clock.instant values (pg_catalog.now());
    create function clock.now() returns timestamptz language sql stable as 'select at from clock.instant';
    grant usage on schema clock to public;
    grant select on clock.instant to public`)
  // pg_catalog is searched first unless the path names it. Open connections keep their search_path.
  const { rows } = await db.query(
    `select current_database() as name, to_char(now() at time zone 'utc', 'YYYY-MM-01') as first`,
  )
  await db.query(`alter database ${rows[0].name} set search_path = clock, public, pg_catalog`)
  app = await anotherInstance(config, { FILES_DIR: folder })
  days = { first: rows[0].first, last: addDays(rows[0].first, -1) }
})
afterAll(() => app.close())

const call = (key: string, method: 'GET' | 'POST', url: string, payload?: object, to = app) =>
  to.inject({ method, url, ...(payload && { payload }), headers: { authorization: `Bearer ${key}` } })
const send = (key: string, changes: object = {}, to = app) =>
  call(key, 'POST', '/v1/postcards', postcard({ DryRun: false, ...changes }), to)
const stored = async (id: string) =>
  (await db.query('select month, send_on::text as day from piece where id = $1', [id])).rows[0]

// Midnight in the printer's time zone is four or five hours later than in UTC.
const beforeMidnight = () => `${days.first}T03:59:59Z`
const afterMidnight = () => `${days.first}T05:00:00Z`

describe('CancelableUntil', () => {
  test('is 15 minutes after the piece was sent, or after PIECE_CANCEL_MINUTES', async () => {
    await setClock(beforeMidnight())
    const { live } = await addAccount(db)
    const later = await anotherInstance(config, { FILES_DIR: folder, PIECE_CANCEL_MINUTES: '90' })
    for (const [instance, minutes] of [
      [app, 15],
      [later, 90],
    ] as const) {
      const { CancelableUntil } = (await send(live.key, {}, instance)).json()
      expect(Date.parse(CancelableUntil) - Date.parse(beforeMidnight())).toBe(minutes * 60_000)
    }
    await later.close()
  })

  test('is the start of SendOn in the printer’s time zone, and until then the piece can be canceled', async () => {
    await setClock(`${addDays(days.last, -9)}T12:00:00Z`)
    const { live } = await addAccount(db)
    const sent = [
      (await send(live.key, { SendOn: days.first })).json(),
      (await send(live.key, { SendOn: days.first })).json(),
    ]
    const { rows } = await db.query(`select ($1::timestamp at time zone 'America/New_York') as midnight`, [days.first])
    for (const { CancelableUntil } of sent) expect(CancelableUntil).toBe(rows[0].midnight.toISOString())
    const [one, other] = sent.map(({ Id }) => `/v1/pieces/${Id}/cancel`)
    await setClock(beforeMidnight())
    expect((await call(live.key, 'POST', one ?? '')).statusCode).toBe(200)
    await setClock(afterMidnight())
    expect((await call(live.key, 'POST', other ?? '')).json()).toMatchObject({ status: 409, code: 'not_cancelable' })
  })
})

describe('SendOn', () => {
  test('is accepted up to 180 days ahead, and rejected for the day after', async () => {
    await setClock(beforeMidnight())
    const { live } = await addAccount(db)
    // It is still the last day of the month in the printer’s time zone.
    const [latest, tooLate] = [addDays(days.last, 180), addDays(days.last, 181)]
    const answer = await send(live.key, { SendOn: latest })
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({ SendOn: latest })
    expect(await stored(answer.json().Id)).toEqual({ month: latest.slice(0, 7), day: latest })
    expect((await send(live.key, { SendOn: tooLate })).json().errors).toMatchObject([
      { pointer: '/SendOn', code: 'date_not_allowed' },
    ])
  })
})

describe('the month of a piece', () => {
  test('follows the printer’s time zone, even in the hours when UTC is in another month', async () => {
    const { live } = await addAccount(db)
    for (const [at, day] of [
      [beforeMidnight(), days.last],
      [afterMidnight(), days.first],
    ] as const) {
      await setClock(at)
      const { Id } = (await send(live.key)).json()
      expect(await stored(Id)).toEqual({ month: day.slice(0, 7), day })
      expect((await call(live.key, 'GET', '/v1/usage')).json()).toMatchObject({ Month: day.slice(0, 7), Pieces: 1 })
    }
  })
})

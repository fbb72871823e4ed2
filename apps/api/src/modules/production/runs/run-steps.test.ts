import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { startPrintApp } from '../../../../test/print.ts'
import {
  bare,
  clearProduction,
  productionSteps,
  runsUrl as base,
  type Run,
  statusesOf,
} from '../../../../test/production.ts'

const { app, db, asStaff } = await startPrintApp()
beforeEach(() => clearProduction(db))

const { get, post, create, created, prepare, spoil, eventsOf, typesOf } = productionSteps({ db, asStaff })
const mailing = (changes: object = {}) => ({ mailedOn: '', postOffice: 'Tulsa', statementNumber: '', ...changes })
const mail = (run: Run, changes: object = {}, headers = {}) => post(`${base}/${run.id}/mail`, mailing(changes), headers)
const timeZone = 'America/New_York'
const today = async () =>
  (await db.query(`select to_char(now() at time zone '${timeZone}', 'YYYY-MM-DD') as d`)).rows[0].d

/** How an operation on one run refuses what is not allowed, not there, or not readable. */
async function refusalsOf(method: 'POST' | 'PATCH', verb: string, payload: object | undefined, id: string) {
  const url = `${base}/${id}${verb}`
  const options = { method, url, ...(payload && { payload }) } as const
  const answers = [
    await asStaff({ ...options, url: `${base}/7${verb}` }),
    await app.inject(options),
    await asStaff(options, 'viewer'),
    await asStaff({ ...options, url: `${base}/${randomUUID()}${verb}` }),
    await asStaff({ ...options, headers: { 'content-type': 'application/json' }, payload: ' '.repeat(65_537) }),
    await asStaff({ ...options, headers: { 'content-type': 'text/csv' }, payload: 'a' }),
  ]
  return answers.map(({ statusCode }) => statusCode)
}
const refusals = [400, 401, 403, 404, 413, 415]

describe('preparePrintRun', () => {
  test('200 and the files are queued again, while those that are there can be downloaded', async () => {
    const { run } = await created()
    await prepare(run)
    await db.query(`update print_run_file set enqueued_at = now(), failure = 'lost'`)
    const failed = { failedFiles: 1, parts: [{ state: 'failed', failure: 'lost' }] }
    expect((await get(`${base}/${run.id}`)).json()).toMatchObject(failed)
    const answer = await post(`${base}/${run.id}/prepare`)
    expect(answer.json()).toMatchObject({ status: 'ready', failedFiles: 0, parts: [{ state: 'ready' }] })
    const { rows } = await db.query('select revision from print_run_file where enqueued_at is null')
    expect(rows).toEqual([{ revision: 2 }])
  })

  test('409 for a run that is over', async () => {
    const { run } = await created()
    await db.query(`update print_run set status = 'mailed'`)
    expect((await post(`${base}/${run.id}/prepare`)).json()).toMatchObject({ status: 409, code: 'run_status' })
  })

  test('400, 401, 403, 404, 413 and 415', async () => {
    const { run } = await created()
    expect(await refusalsOf('POST', '/prepare', undefined, run.id)).toEqual(refusals)
  })
})

describe('printPrintRun', () => {
  test('200 and its pieces are printed, once', async () => {
    const { run, ids } = await created()
    await prepare(run)
    const answer = await post(`${base}/${run.id}/print`, undefined, { 'if-match': '"1"' })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      status: 'printed',
      printedBy: 'Staff owner',
      version: 2,
      changedBy: 'Staff owner',
    })
    expect(await statusesOf(db, ids)).toEqual(['printed', 'printed', 'printed'])
    expect(answer.headers['change-group']).toBeUndefined()
    expect((await post(`${base}/${run.id}/print`)).json()).toMatchObject({ status: 'printed', version: 2 })
  })

  test('409 before its files are ready, and its undo, because the customers know', async () => {
    const { run } = await created()
    expect((await post(`${base}/${run.id}/print`)).json()).toMatchObject({ status: 409, code: 'run_status' })
    await prepare(run)
    await post(`${base}/${run.id}/print`)
    const { rows } = await db.query('select group_id from record_change order by created_at desc limit 1')
    expect((await post(`/api/admin/changes/${rows[0].group_id}/revert`)).json()).toMatchObject({ code: 'run_status' })
  })

  test('412 when it has changed since', async () => {
    const { run } = await created()
    await prepare(run)
    expect((await post(`${base}/${run.id}/print`, undefined, { 'if-match': '"7"' })).statusCode).toBe(412)
  })

  test('400, 401, 403, 404, 413 and 415', async () => {
    const { run } = await created()
    expect(await refusalsOf('POST', '/print', undefined, run.id)).toEqual(refusals)
  })
})

describe('mailPrintRun', () => {
  const printed = async () => {
    const made = await created()
    await prepare(made.run)
    await post(`${base}/${made.run.id}/print`)
    return made
  }
  test('200 and its pieces are mailed that day, with what was noted', async () => {
    const { run, ids } = await printed()
    const mailedOn = await today()
    const answer = await mail(run, { mailedOn, postOffice: ' Tulsa OK 74101 ', statementNumber: 'PS-1' })
    const noted = { mailedOn, postOffice: 'Tulsa OK 74101', statementNumber: 'PS-1' }
    expect(answer.json()).toMatchObject({ status: 'mailed', mailedBy: 'Staff owner', ...noted })
    expect(await statusesOf(db, ids)).toEqual(['mailed', 'mailed', 'mailed'])
    const { rows } = await db.query("select distinct to_char(mailed_on, 'YYYY-MM-DD') as day from piece")
    expect(rows).toEqual([{ day: mailedOn }])
  })

  test.each([
    ['of noon of that day', '12:00', '-9 days', '2 days'],
    ['not before the run was printed', '16:30', '08:00', '16:30'],
    ['not before the run was created, when it was marked as printed later', '15:30', '15:30', '2 days'],
  ])('200 for a day before today: the event is %s', async (_when, at, createdAt, printedAt) => {
    const { run, ids } = await printed()
    const { rows } = await db.query(
      `update print_run set created_at = (day + $1::interval) at time zone $3, printed_at = (day + $2::interval) at time zone $3
         from (select (now() at time zone $3 - interval '2 days')::date as day) as mailed
       returning to_char(day, 'YYYY-MM-DD') as day`,
      [createdAt, printedAt, timeZone],
    )
    const day = String(rows[0].day)
    expect((await mail(run, { mailedOn: day })).statusCode).toBe(200)
    const [, , event] = await eventsOf(ids[0] ?? '')
    expect(event.occurred_at.toLocaleString('sv-SE', { timeZone })).toBe(`${day} ${at}:00`)
  })

  test('409 before it is printed, and 412 when it has changed since', async () => {
    const { run } = await created()
    expect((await mail(run, { mailedOn: await today() })).json()).toMatchObject({ status: 409, code: 'run_status' })
    const { run: other } = await printed()
    expect((await mail(other, { mailedOn: await today() }, { 'if-match': '"1"' })).statusCode).toBe(412)
  })

  test('400, 401, 403, 404, 413 and 415, also for a day that cannot be', async () => {
    const { run } = await printed()
    for (const mailedOn of ['2100-01-01', '2020-01-01', 'today', ''])
      expect((await mail(run, { mailedOn })).statusCode).toBe(400)
    expect(await refusalsOf('POST', '/mail', mailing({ mailedOn: await today() }), run.id)).toEqual(refusals)
  })
})

describe('updatePrintRun', () => {
  const mailed = async () => {
    const made = await created()
    await db.query(`update print_run set status = 'mailed', mailed_on = now()`)
    return made
  }
  const patch = (run: Run, payload: object, headers = {}) =>
    asStaff({ method: 'PATCH', url: `${base}/${run.id}`, payload, headers })

  test('200 with the mailing details, which Undo reverts', async () => {
    const { run } = await mailed()
    const answer = await patch(run, { statementNumber: ' PS-2 ' }, { 'if-match': '"1"' })
    expect(answer.json()).toMatchObject({ statementNumber: 'PS-2', postOffice: '', version: 2 })
    const group = String(answer.headers['change-group'])
    expect((await post(`/api/admin/changes/${group}/revert`)).statusCode).toBe(200)
    expect((await get(`${base}/${run.id}`)).json()).toMatchObject({ statementNumber: '', version: 3 })
  })

  test('409 before it is mailed, and 412 when it has changed since', async () => {
    const { run } = await created()
    expect((await patch(run, { postOffice: 'Tulsa' })).json()).toMatchObject({ status: 409, code: 'run_status' })
    const { run: other } = await mailed()
    expect((await patch(other, { postOffice: 'Tulsa' }, { 'if-match': '"9"' })).statusCode).toBe(412)
  })

  test('400, 401, 403, 404, 413 and 415', async () => {
    const { run } = await mailed()
    expect((await patch(run, {})).statusCode).toBe(400)
    expect(await refusalsOf('PATCH', '', { postOffice: 'Tulsa' }, run.id)).toEqual(refusals)
  })
})

describe('spoilPrintRunPieces', () => {
  test('200 and the pieces wait again, with the file made without them', async () => {
    const { run, ids } = await created()
    await prepare(run)
    const answer = await spoil(run, { places: [2, 1], reason: ' Jam ' })
    expect(answer.json()).toMatchObject({
      status: 'preparing',
      pieces: 1,
      spoiled: 2,
      sheets: 1,
      parts: [{ state: 'waiting', sheets: 1, sha256: null }],
    })
    expect((await statusesOf(db, ids)).toSorted()).toEqual(['in_production', 'ready', 'ready'])
    expect((await get(`${base}/${run.id}/pieces`)).json()).toMatchObject([
      { place: 1, reason: 'Jam', spoiledBy: 'Staff owner', status: 'ready' },
      { place: 2, reason: 'Jam' },
      { place: 3, spoiledAt: null, reason: null },
    ])
    // They are in the next run, and in one run each.
    expect((await create()).json()).toMatchObject({ number: 2, pieces: 2 })
    const { rows } = await db.query('select piece_id from print_run_piece where spoiled_at is null')
    expect(new Set(rows.map(({ piece_id }) => piece_id)).size).toBe(3)
  })

  test('200 after the run is printed, whose files stay as they were printed', async () => {
    const { run } = await created()
    await prepare(run)
    await post(`${base}/${run.id}/print`)
    expect((await spoil(run)).json()).toMatchObject({
      status: 'printed',
      pieces: 2,
      version: 3,
      parts: [{ state: 'ready', pieces: 3, sheets: 3 }],
    })
    expect((await mail(run, { mailedOn: await today() }, { 'if-match': '"2"' })).statusCode).toBe(412)
    const { rows } = await db.query('select piece_id from print_run_piece where place = 1')
    expect(await typesOf(rows[0].piece_id)).toEqual(['piece.in_production', 'piece.printed', 'piece.reprinting'])
  })

  test('200 when it is repeated, without a change', async () => {
    const { run } = await created()
    await spoil(run)
    expect((await spoil(run)).json()).toMatchObject({ pieces: 2, spoiled: 1 })
  })

  test('200 and rejected pieces cost nothing, and their customers read why', async () => {
    const { run, live, ids } = await created(bare(2))
    await db.query(
      'insert into usage_month (workspace_id, month, pieces, items) select workspace_id, month, 2, $1 from piece limit 1',
      [JSON.stringify({ 'postcard-4.25x6': 2 })],
    )
    const answer = await spoil(run, { places: [1, 2], outcome: 'reject', reason: 'Not printable' })
    expect(answer.json()).toMatchObject({ status: 'canceled', pieces: 0, spoiled: 2, parts: [{ state: 'empty' }] })
    expect(await statusesOf(db, ids)).toEqual(['rejected', 'rejected'])
    const ledger = await db.query('select kind, amount::int, pieces from ledger_entry where workspace_id = $1', [
      live.workspace,
    ])
    const reversal = { kind: 'reversal', amount: -6800, pieces: -1 }
    expect(ledger.rows).toEqual([reversal, reversal])
    const { rows } = await db.query('select distinct rejection from piece')
    expect(rows).toEqual([{ rejection: 'Not printable' }])
  })

  test('409 for a lost print file that is to be printed again, a piece in the mail, and a run that is over', async () => {
    const { run, ids } = await created()
    await db.query('update print_run_piece set is_file_lost = true where place = 1')
    expect((await spoil(run)).json()).toMatchObject({ status: 409, code: 'piece_not_reprintable' })
    await db.query(
      `update piece set status = 'in_transit' where id = (select piece_id from print_run_piece where place = 2)`,
    )
    expect((await spoil(run, { places: [2, 3] })).json()).toMatchObject({ status: 409, code: 'piece_not_reprintable' })
    expect((await statusesOf(db, ids)).filter((status) => status === 'ready')).toEqual([])
    await db.query(`update print_run set status = 'mailed'`)
    expect((await spoil(run, { places: [3] })).json()).toMatchObject({ status: 409, code: 'run_status' })
  })

  test('400, 401, 403, 404, 413 and 415, also for a place that the run does not have', async () => {
    const { run } = await created()
    for (const changes of [{ places: [4] }, { places: [] }, { places: [1, 1] }, { reason: ' ' }])
      expect((await spoil(run, changes)).statusCode).toBe(400)
    expect(await refusalsOf('POST', '/spoil', { places: [1], outcome: 'reprint', reason: 'Jam' }, run.id)).toEqual(
      refusals,
    )
  })
})

describe('cancelPrintRun', () => {
  const cancel = (run: Run, headers = {}) => post(`${base}/${run.id}/cancel`, { reason: 'Wrong cutoff' }, headers)

  test('200 and all pieces wait again', async () => {
    const { run, ids } = await created()
    await prepare(run)
    expect((await cancel(run, { 'if-match': '"1"' })).json()).toMatchObject({
      status: 'canceled',
      pieces: 0,
      spoiled: 3,
      sheets: 0,
    })
    expect(await statusesOf(db, ids)).toEqual(['ready', 'ready', 'ready'])
    expect((await create()).json()).toMatchObject({ number: 2, pieces: 3 })
  })

  test('409 when it is over, 412 when it has changed since', async () => {
    const { run } = await created()
    expect((await cancel(run, { 'if-match': '"2"' })).statusCode).toBe(412)
    await db.query(`update print_run set status = 'mailed'`)
    expect((await cancel(run)).json()).toMatchObject({ status: 409, code: 'run_status' })
  })

  test('400, 401, 403, 404, 413 and 415', async () => {
    const { run } = await created()
    expect(await refusalsOf('POST', '/cancel', { reason: 'Wrong cutoff' }, run.id)).toEqual(refusals)
  })
})

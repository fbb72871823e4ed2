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

const { db, asStaff } = await startPrintApp()
beforeEach(() => clearProduction(db))

const { get, post, create, created, prepare, spoil, eventsOf, typesOf } = productionSteps({ db, asStaff })
const mailing = (changes: object = {}) => ({ mailedOn: '', postOffice: 'Tulsa', statementNumber: '', ...changes })
const mail = (run: Run, changes: object = {}, headers = {}) => post(`${base}/${run.id}/mail`, mailing(changes), headers)
const setStatus = (status: string) =>
  db.query(`update print_run set status = $1::text, mailed_on = case $1::text when 'mailed' then now() end`, [status])
const printed = async () => {
  const made = await created()
  await prepare(made.run)
  await post(`${base}/${made.run.id}/print`)
  return made
}
const timeZone = 'America/New_York'
const today = async () =>
  (await db.query(`select to_char(now() at time zone '${timeZone}', 'YYYY-MM-DD') as d`)).rows[0].d

test('a step is rejected with 409 for a run in another status, with 412 when the run has changed, and with 404 for a missing run', async () => {
  const { run } = await created()
  const mailedOn = await today()
  const spoiled = { places: [3], outcome: 'reprint', reason: 'Jam' }
  const steps = [
    { verb: '/prepare', wrong: 'mailed' },
    { verb: '/print', wrong: 'preparing', right: 'ready' },
    { verb: '/mail', wrong: 'ready', right: 'printed', payload: mailing({ mailedOn }) },
    { verb: '', wrong: 'printed', right: 'mailed', payload: { postOffice: 'Tulsa' } },
    { verb: '/spoil', wrong: 'mailed', payload: spoiled },
    { verb: '/cancel', wrong: 'mailed', right: 'ready', payload: { reason: 'Wrong cutoff' } },
  ]
  const details: Record<string, string> = {}
  for (const { verb, wrong, right, payload } of steps) {
    const ask = (id: string, headers = {}) =>
      asStaff({ method: verb ? 'POST' : 'PATCH', url: `${base}/${id}${verb}`, headers, ...(payload && { payload }) })
    await setStatus(wrong)
    const refused = await ask(run.id)
    expect([verb, refused.statusCode, refused.json().code]).toEqual([verb, 409, 'run_status'])
    details[verb] = refused.json().detail
    expect([verb, (await ask(randomUUID())).statusCode]).toEqual([verb, 404])
    if (right === undefined) continue
    await setStatus(right)
    expect([verb, (await ask(run.id, { 'if-match': '"7"' })).statusCode]).toEqual([verb, 412])
  }
  const closed = 'The run was already mailed or canceled.'
  expect(details).toMatchObject({ '/prepare': closed, '/spoil': closed, '/cancel': closed })
})

describe('preparePrintRun', () => {
  test('200 and the files are queued again, while existing ones can be downloaded', async () => {
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
})

describe('printPrintRun', () => {
  test('200 and its pieces are printed, once; 409 for its undo, because the customers are notified', async () => {
    const { run, ids } = await created()
    await prepare(run)
    const answer = await post(`${base}/${run.id}/print`, undefined, { 'if-match': '"1"' })
    const now = { status: 'printed', printedBy: 'Staff owner', version: 2, changedBy: 'Staff owner' }
    expect(answer.json()).toMatchObject(now)
    expect(await statusesOf(db, ids)).toEqual(['printed', 'printed', 'printed'])
    expect(answer.headers['change-group']).toBeUndefined()
    expect((await post(`${base}/${run.id}/print`)).json()).toMatchObject({ status: 'printed', version: 2 })
    const { rows } = await db.query('select group_id from record_change order by created_at desc limit 1')
    expect((await post(`/api/admin/changes/${rows[0].group_id}/revert`)).json()).toMatchObject({ code: 'run_status' })
  })
})

describe('mailPrintRun', () => {
  test('200 and its pieces are mailed that day, with the mailing details', async () => {
    const { run, ids } = await printed()
    const mailedOn = await today()
    for (const impossible of ['2100-01-01', '2020-01-01', 'today'])
      expect([impossible, (await mail(run, { mailedOn: impossible })).statusCode]).toEqual([impossible, 400])
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
})

describe('updatePrintRun', () => {
  test('200 with the mailing details, which Undo reverts', async () => {
    const { run } = await created()
    await setStatus('mailed')
    const payload = { statementNumber: ' PS-2 ' }
    const answer = await asStaff({ method: 'PATCH', url: `${base}/${run.id}`, payload, headers: { 'if-match': '"1"' } })
    expect(answer.json()).toMatchObject({ statementNumber: 'PS-2', postOffice: '', version: 2 })
    const group = String(answer.headers['change-group'])
    expect((await post(`/api/admin/changes/${group}/revert`)).statusCode).toBe(200)
    expect((await get(`${base}/${run.id}`)).json()).toMatchObject({ statementNumber: '', version: 3 })
  })
})

describe('spoilPrintRunPieces', () => {
  test('200 and the pieces wait again, once, and the file is made without them', async () => {
    const { run, ids } = await created()
    await prepare(run)
    const parts = [{ state: 'waiting', sheets: 1, sha256: null }]
    const now = { status: 'preparing', pieces: 1, spoiled: 2, sheets: 1, parts }
    for (const reason of [' Jam ', 'Again'])
      expect((await spoil(run, { places: [2, 1], reason })).json()).toMatchObject(now)
    expect((await statusesOf(db, ids)).toSorted()).toEqual(['in_production', 'ready', 'ready'])
    expect((await get(`${base}/${run.id}/pieces`)).json()).toMatchObject([
      { place: 1, reason: 'Jam', spoiledBy: 'Staff owner', status: 'ready' },
      { place: 2, reason: 'Jam' },
      { place: 3, spoiledAt: null, reason: null },
    ])
    expect((await spoil(run, { places: [4] })).statusCode).toBe(400)
    // They are in the next run, each in only one run.
    expect((await create()).json()).toMatchObject({ number: 2, pieces: 2 })
    const { rows } = await db.query('select piece_id from print_run_piece where spoiled_at is null')
    expect(new Set(rows.map(({ piece_id }) => piece_id)).size).toBe(3)
  })

  test('200 after the run is printed, and its files stay as printed', async () => {
    const { run } = await printed()
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

  test('200 and rejected pieces cost nothing, and their customers see why', async () => {
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

  test('409 for reprinting a lost print file, and for a piece in the mail', async () => {
    const { run, ids } = await created()
    await db.query('update print_run_piece set is_file_lost = true where place = 1')
    expect((await spoil(run)).json()).toMatchObject({ status: 409, code: 'piece_not_reprintable' })
    await db.query(
      `update piece set status = 'in_transit' where id = (select piece_id from print_run_piece where place = 2)`,
    )
    expect((await spoil(run, { places: [2, 3] })).json()).toMatchObject({ status: 409, code: 'piece_not_reprintable' })
    expect((await statusesOf(db, ids)).filter((status) => status === 'ready')).toEqual([])
  })
})

describe('cancelPrintRun', () => {
  test('200 and all pieces wait again', async () => {
    const { run, ids } = await created()
    await prepare(run)
    const payload = { reason: 'Wrong cutoff' }
    const canceled = { status: 'canceled', pieces: 0, spoiled: 3, sheets: 0 }
    expect((await post(`${base}/${run.id}/cancel`, payload, { 'if-match': '"1"' })).json()).toMatchObject(canceled)
    expect(await statusesOf(db, ids)).toEqual(['ready', 'ready', 'ready'])
    expect((await create()).json()).toMatchObject({ number: 2, pieces: 3 })
  })
})

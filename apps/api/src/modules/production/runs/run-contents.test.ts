import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { startPrintApp } from '../../../../test/print.ts'
import {
  addWaiting,
  bare,
  clearProduction,
  productionSteps,
  type Run,
  runsUrl as base,
  trackingOf,
} from '../../../../test/production.ts'
import { folderStore } from '../../print/files/folder-store.ts'
import { claimRunFile, finishFile } from '../rendering/run-file-rows.ts'

const { app, db, orm, folder, asStaff, makeStaff } = await startPrintApp({
  // As many as the people who take out pieces at the same time.
  DATABASE_POOL_MAX: '12',
})
const em = orm.em.fork({ useContext: false })
beforeEach(() => clearProduction(db))

const { get, created, prepare, spoil } = productionSteps({ db, asStaff })

describe('listPrintRunPieces', () => {
  test('200 ordered by place, filtered by place and barcode, in pages', async () => {
    const { run, ids } = await created(bare(12))
    const places = async (query: string) =>
      (await get(`${base}/${run.id}/pieces${query}`, 'viewer')).json().map(({ place }: { place: number }) => place)
    expect(await places('?limit=3')).toEqual([1, 2, 3])
    expect(await places('?q=12')).toEqual([12])
    const [first] = (await get(`${base}/${run.id}/pieces?limit=1`)).json()
    expect(first).toMatchObject({
      account: 'Tulsa Roofing Example',
      status: 'in_production',
      file: 1,
      page: null,
      sheets: 1,
      isFileLost: false,
    })
    expect(ids).toContain(first.pieceId)
    expect(await places(`?q=${first.barcode}`)).toEqual([1])
    expect(await places(`?q=${first.barcode.slice(0, 20)}`)).toEqual([1])
    expect(await places(`?q=${first.barcode.slice(0, 2)}-${first.barcode.slice(2)}`)).toEqual([1])
    expect(await places(`?q=${first.barcode.slice(11, 20)}`)).toEqual([1])
    expect(await places(`?q=${first.pieceId}`)).toEqual([1])
    expect(await places(`?q=piece_12`)).toEqual([])
    const named = (name: string) =>
      db.query(
        `update print_proof set request = jsonb_set(request, '{to}', jsonb_build_object('Name', $2::text))
          where id = (select proof_id from piece where id = $1)`,
        [first.pieceId, name],
      )
    await named('Zoë 12 Example')
    expect(await places('?q=example%20zoe')).toEqual([1])
    expect(await places('?q=%25')).toEqual([])
    await spoil(run, { places: [4] })
    expect(await places('?only=spoiled')).toEqual([4])
    expect(await places('?only=lost')).toEqual([])
  })
})

describe('pieces that several people take out', () => {
  test('200 for ten at the same time: each piece leaves once', async () => {
    const { run, ids } = await created(bare(10))
    await prepare(run)
    const answers = await Promise.all(
      ids.map((_id, index) =>
        spoil(run, {
          places: [index + 1, ((index + 4) % 10) + 1],
          outcome: index % 2 === 0 ? 'reprint' : 'reject',
        }),
      ),
    )
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]))
    expect((await get(`${base}/${run.id}`)).json()).toMatchObject({ status: 'canceled', pieces: 0, spoiled: 10 })
    const { rows } = await db.query(
      `select count(*)::int as events from piece_event where type in ('piece.reprinting', 'piece.rejected')`,
    )
    expect(rows).toEqual([{ events: 10 }])
  })
})

describe('the files of a run that changes while they are made', () => {
  const claimed = async (run: Run) => {
    const file = await claimRunFile(em, run.parts[0]?.id ?? '')
    if (!file) throw new Error('No file')
    return file
  }
  const finish = (file: Awaited<ReturnType<typeof claimed>>) =>
    em
      .fork()
      .transactional((transaction) =>
        finishFile(transaction, file, { hash: 'a'.repeat(64), bytes: 1, pageCounts: file.pieces.map(() => 2) }),
      )

  test('do not reappear after it was canceled', async () => {
    const { run } = await created()
    const file = await claimed(run)
    await asStaff({
      method: 'POST',
      url: `${base}/${run.id}/cancel`,
      payload: { reason: 'Wrong stock' },
      headers: { 'if-match': '"1"' },
    })
    expect(await finish(file)).toBe(false)
    expect((await db.query('select hash from print_run_file')).rows).toEqual([{ hash: null }])
  })

  test('exclude the pages of a piece that was taken out before they were printed', async () => {
    const { run } = await created()
    await finish(await claimed(run))
    await spoil(run, { places: [1] })
    await finish(await claimed(run))
    const pieces: { page: number | null }[] = (await get(`${base}/${run.id}/pieces?limit=2`)).json()
    expect(pieces.map(({ page }) => page)).toEqual([null, 1])
  })

  test('are made again without a piece that was spoiled after printing and whose print file is lost', async () => {
    const { run } = await created()
    await prepare(run)
    await asStaff({ method: 'POST', url: `${base}/${run.id}/print`, headers: { 'if-match': '"1"' } })
    await spoil(run, { places: [1] })
    expect((await claimed(run)).pieces.map(({ place }) => place)).toEqual([1, 2, 3])
    await db.query('update print_run_piece set is_file_lost = true where place = 1')
    expect((await claimed(run)).pieces.map(({ place }) => place)).toEqual([2, 3])
    expect((await get(`${base}/${run.id}`)).json()).toMatchObject({ parts: [{ pieces: 2, revision: 2 }] })
  })

  test('are not printed in their state from before a piece was taken out', async () => {
    const { run } = await created()
    await prepare(run)
    await spoil(run, { places: [1] })
    await finish(await claimed(run))
    const print = (version: string) =>
      asStaff({ method: 'POST', url: `${base}/${run.id}/print`, headers: { 'if-match': version } })
    expect((await get(`${base}/${run.id}`)).json()).toMatchObject({
      revision: 2,
      parts: [{ revision: 2, minSheets: 1, maxSheets: 1 }],
    })
    expect((await print('"1"')).statusCode).toBe(412)
    expect((await print('"2"')).statusCode).toBe(200)
    // A printed file stays as it was.
    await spoil(run, { places: [2] })
    expect((await get(`${base}/${run.id}`)).json()).toMatchObject({ revision: 3, parts: [{ revision: 2 }] })
  })
})

describe('exportPrintRunManifest', () => {
  test('200 with a line for each piece in the run, without names and addresses', async () => {
    const { run, ids } = await created(
      ['02138', '741040199', '74104019918'].map((routing, index) => ({ tracking: trackingOf(index + 1), routing })),
    )
    await spoil(run, { places: [1] })
    const answer = await get(`${base}/${run.id}/manifest`, 'viewer')
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="run-1-revision-2-manifest-\d{4}-\d\d-\d\d\.csv"$/,
    )
    expect(answer.body.replace('\uFEFF', '').split('\r\n')).toEqual([
      'place,piece,barcode,zip,file,page,pages,sheets,revision',
      `2,${ids[1]},${trackingOf(2)}741040199,74104-0199,1,,2,1,2`,
      `3,${ids[2]},${trackingOf(3)}74104019918,74104-0199,1,,2,1,2`,
      '',
    ])
  })

  test('200 with the counts and the barcodes of the run, and of its files until they are printed', async () => {
    const { run } = await created([...bare(251), ...bare(1, { sheets: 3 }, 300)])
    await prepare(run)
    const shown = (some: { barcode: string | undefined; sheets: string | undefined }[]) => ({
      pieces: some.length,
      sheets: some.reduce((sum, { sheets }) => sum + Number(sheets), 0),
      firstBarcode: some[0]?.barcode,
      lastBarcode: some.at(-1)?.barcode,
    })
    const read = async () => {
      const now: Run = (await get(`${base}/${run.id}`)).json()
      const { body } = await get(`${base}/${run.id}/manifest`)
      const lines = body.trim().split('\r\n').slice(1)
      const rows = lines
        .map((line) => line.split(','))
        .map(([, , barcode, , file, , , sheets]) => ({ barcode, file, sheets }))
      expect(now).toMatchObject(shown(rows))
      return { parts: now.parts, rows }
    }
    await spoil(run, { places: [1, 252] })
    const before = await read()
    expect(before.rows).toHaveLength(250)
    expect(before.parts).toMatchObject(['1', '2'].map((file) => shown(before.rows.filter((row) => row.file === file))))
    await prepare(run)
    expect((await asStaff({ method: 'POST', url: `${base}/${run.id}/print` })).statusCode).toBe(200)
    await spoil(run, { places: [2] })
    const after = await read()
    expect(after.rows).toHaveLength(249)
    // A printed piece stays in its file.
    expect(after.parts).toMatchObject(before.parts.map(({ pieces, firstBarcode }) => ({ pieces, firstBarcode })))
  })
})

describe('getPrintRunFile', () => {
  const url = (run: Run) => `/api/admin/print-run-files/${run.parts[0]?.id}`

  test('200 with the file', async () => {
    const { run } = await created()
    await prepare(run, await folderStore(folder).put(Buffer.from('%PDF-1.7 run')))
    const answer = await get(url(run))
    expect(answer.body).toBe('%PDF-1.7 run')
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="run-1-file-1-revision-1.pdf"',
    })
  })

  test('downloads and searches are logged, with each account whose pieces they return', async () => {
    const { id: other } = await addWaiting(db, bare(1, { routing: '99950' }, 10))
    const { id, run } = await created(bare(3))
    await spoil(run, { places: [1] })
    await prepare(run, await folderStore(folder).put(Buffer.from('%PDF-1.7 run')))
    const { email, cookie } = await makeStaff('editor')
    const pieces = `${base}/${run.id}/pieces`
    for (const path of [
      url(run),
      `${base}/${run.id}/manifest`,
      `${pieces}?q=${trackingOf(10)}`,
      `${pieces}?q=nobody`,
      pieces,
    ])
      expect((await app.inject({ url: path, headers: { cookie } })).statusCode).toBe(200)
    const filters = [{ name: 'run', value: String(run.number) }]
    const file = [
      { kind: 'export', list: 'pieces', record_id: other, row_count: 1, filters },
      { kind: 'export', list: 'pieces', record_id: id, row_count: 2, filters },
    ]
    await vi.waitFor(async () => {
      const { rows } = await db.query(
        `select kind, list, record_id, row_count, filters from access_entry
          where staff_id = (select id from staff_user where email = $1) order by kind, row_count`,
        [email],
      )
      expect(rows).toEqual([
        file[0],
        file[0],
        file[1],
        file[1],
        { kind: 'search', list: 'pieces', record_id: null, row_count: 0, filters: [] },
        { kind: 'search', list: 'pieces', record_id: other, row_count: 1, filters: [] },
      ])
    }, 10_000)
  })

  test('410 before it is made, and after it is deleted; 404 for a missing run', async () => {
    const { run } = await created()
    expect((await get(url(run))).json()).toMatchObject({ status: 410, code: 'file_lost' })
    await prepare(run)
    expect((await get(url(run))).json()).toMatchObject({ status: 410, code: 'file_lost' })
    for (const gone of [`print-run-files/${randomUUID()}`, `print-runs/${randomUUID()}/manifest`])
      expect((await get(`/api/admin/${gone}`)).statusCode).toBe(404)
    expect((await get(`${base}/${randomUUID()}/pieces`)).statusCode).toBe(404)
  })
})

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { barcodesIn, printFile } from '@app/print-engine/testing'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { hurryJobs, type LogLines, openWorker } from '../../../../test/jobs.ts'
import { startPrintApp } from '../../../../test/print.ts'
import {
  addWaiting,
  bare,
  clearProduction,
  type NewPiece,
  type Run,
  runInput,
  trackingOf,
} from '../../../../test/production.ts'
import { folderStore } from '../../print/files/folder-store.ts'
import type { FileStore } from '../../print/files/file-store.ts'
import { erasePerson } from '../../privacy/person.ts'
import { deleteRunFiles } from '../runs/run-retention.ts'
import { startRunFiles } from './run-file-worker.ts'

/** RUN_PIECES=10000 creates a large run, and reads each barcode back. */
const pieceCount = Number(process.env['RUN_PIECES'] ?? 6)
const patience = 60_000 + pieceCount * 1_000

const { config, db, folder, asStaff } = await startPrintApp()
const store = folderStore(folder)
const lines: LogLines = []
const log = { info: (line: object) => void lines.push(line), warn: (line: object) => void lines.push(line) }
beforeEach(async () => {
  lines.length = 0
  await db.query('delete from jobs.job')
  await clearProduction(db)
})

/** A renderer with its own database connections, like a separate process. It ends with the test. */
async function renderer(files: FileStore = store) {
  const worker = await openWorker(config.databaseUrl, lines)
  return { ...startRunFiles(worker.em, worker.jobs, { files, log }), stop: worker.stop }
}
async function withRenderers<Result>(count: number, work: () => Promise<Result>): Promise<Result> {
  const renderers = await Promise.all(Array.from({ length: count }, () => renderer()))
  try {
    return await work()
  } finally {
    await Promise.all(renderers.map(({ stop }) => stop()))
  }
}

const made = new Map<number, NewPiece>()
/** Pieces with separate print files and barcodes, in many ZIP Codes. The tests share the print files. */
async function printable(count: number): Promise<NewPiece[]> {
  for (let serial = made.size + 1; serial <= count; serial += 1) {
    const [tracking, routing] = [trackingOf(serial), String(10_001 + ((serial * 7_919) % 89_999))]
    const hash = await store.put(await printFile('4.25x6', tracking + routing))
    made.set(serial, { tracking, routing, hash })
  }
  return [...made.values()].slice(0, count)
}
const dana = { email: 'dana@example.com', name: 'Dana Sample', zip: '74104' }
async function addPiecesTo({ name, zip }: typeof dana, count: number): Promise<void> {
  await addWaiting(db, await printable(count))
  await db.query(`update print_proof set request = jsonb_set(request, '{to}', $1)`, [{ Name: name, Zip: zip }])
}
const base = '/api/admin/print-runs'
const get = async (url: string) => (await asStaff({ url })).json()
const create = async (changes = {}): Promise<Run> =>
  (await asStaff({ method: 'POST', url: base, payload: runInput(changes) })).json()
const runOf = (run: Run): Promise<Run> => get(`${base}/${run.id}`)
const untilStatus = (run: Run, status: string) =>
  vi.waitFor(async () => expect((await runOf(run)).status).toBe(status), { timeout: patience, interval: 50 })
const untilFailed = (run: Run) =>
  vi.waitFor(async () => expect((await runOf(run)).failedFiles).toBe(1), { timeout: patience, interval: 50 })
const fileOf = async (part: Run['parts'][number] | undefined) =>
  (await asStaff({ url: `/api/admin/print-run-files/${part?.id}` })).rawPayload
const manifestOf = async (run: Run) => {
  const { body } = await asStaff({ url: `${base}/${run.id}/manifest` })
  const [, ...rows] = body.trim().split('\r\n')
  return rows.map((row) => {
    const [place, piece, barcode = '', zip, file, page, pages] = row.split(',')
    return { place: Number(place), piece, barcode, zip, file: Number(file), page: Number(page), pages: Number(pages) }
  })
}
const hashesOf = (run: Run) => run.parts.map(({ sha256 }) => sha256)

describe('the files of a run', () => {
  test(
    'contain every piece once, in the order of the manifest: each barcode is read back from the page images',
    async () => {
      await addWaiting(db, await printable(pieceCount))
      const run = await create()
      await withRenderers(2, () => untilStatus(run, 'ready'))
      const ready = await runOf(run)
      expect(ready).toMatchObject({ pieces: pieceCount, preparedFiles: run.files, failedFiles: 0 })
      const read: { file: number; page: number; digits: string }[] = []
      for (const part of ready.parts) {
        expect(part).toMatchObject({ state: 'ready', pages: 2 * part.pieces })
        for (const one of await barcodesIn(await fileOf(part))) read.push({ file: part.number, ...one })
      }
      const manifest = await manifestOf(ready)
      expect(manifest.map(({ place }) => place)).toEqual(Array.from({ length: pieceCount }, (_, place) => place + 1))
      // The address side is the second page of a card.
      expect(read).toEqual(manifest.map(({ file, page, barcode }) => ({ file, page: page + 1, digits: barcode })))
      expect(manifest).toEqual(manifest.toSorted((one, other) => Number(one.zip) - Number(other.zip)))
    },
    patience,
  )

  test('have the same bytes when another renderer makes them again', async () => {
    await addWaiting(db, await printable(2))
    const run = await create()
    await withRenderers(1, () => untilStatus(run, 'ready'))
    const hashes = hashesOf(await runOf(run))
    await store.remove(hashes[0] ?? '')
    expect((await asStaff({ url: `/api/admin/print-run-files/${run.parts[0]?.id}` })).statusCode).toBe(410)
    await asStaff({ method: 'POST', url: `${base}/${run.id}/prepare` })
    await withRenderers(1, () =>
      vi.waitFor(async () => expect((await fileOf(run.parts[0])).subarray(0, 5).toString()).toBe('%PDF-'), patience),
    )
    expect(hashesOf(await runOf(run))).toEqual(hashes)
  })

  test('exclude pieces spoiled before printing, and keep pieces spoiled after', async () => {
    await addWaiting(db, await printable(4))
    const run = await create()
    const spoil = (places: number[]) =>
      asStaff({
        method: 'POST',
        url: `${base}/${run.id}/spoil`,
        payload: { places, outcome: 'reprint', reason: 'Jam' },
      })
    await spoil([2])
    await withRenderers(1, () => untilStatus(run, 'ready'))
    const barcodes = async () => (await barcodesIn(await fileOf(run.parts[0]))).map(({ digits }) => digits)
    const before = await barcodes()
    expect(before).toEqual((await manifestOf(run)).map(({ barcode }) => barcode))
    expect(before).toHaveLength(3)
    await asStaff({ method: 'POST', url: `${base}/${run.id}/print` })
    await spoil([1])
    await db.query('update print_run_file set hash = null')
    await asStaff({ method: 'POST', url: `${base}/${run.id}/prepare` })
    await withRenderers(1, () =>
      vi.waitFor(async () => expect((await runOf(run)).parts[0]?.state).toBe('ready'), patience),
    )
    expect(await barcodes()).toEqual(before)
    expect(await manifestOf(run)).toHaveLength(2)
    // The spoiled pieces keep their print files.
    const later = await create()
    await withRenderers(1, () => untilStatus(later, 'ready'))
    expect(
      new Set(await barcodesIn(await fileOf(later.parts[0])).then((read) => read.map(({ digits }) => digits))),
    ).toEqual(new Set((await manifestOf(later)).map(({ barcode }) => barcode)))
  })

  test('are not made while a print file is lost or damaged, which staff can see and resolve', async () => {
    const pieces = await printable(3)
    const damaged = await store.put(Buffer.from('soon damaged'))
    await writeFile(path.join(folder, damaged.slice(0, 2), damaged.slice(2, 4), damaged), 'damaged')
    await addWaiting(db, [
      ...pieces,
      ...bare(1, { hash: damaged, routing: '99998' }, 50),
      ...bare(1, { hash: 'f'.repeat(64), routing: '99999' }, 51),
      ...bare(1, { routing: '99999-0001' }, 52),
    ])
    const run = await create()
    await withRenderers(1, async () => {
      await untilFailed(run)
      expect(await runOf(run)).toMatchObject({
        status: 'preparing',
        parts: [{ state: 'failed', failure: 'The print files at positions 4, 5, and 6 are lost.' }],
      })
      expect(await get(`${base}/${run.id}/pieces?only=lost`)).toMatchObject([{ place: 4 }, { place: 5 }, { place: 6 }])
      await db.query(
        `insert into usage_month (workspace_id, month, pieces, items) select workspace_id, month, 6, $1 from piece limit 1`,
        [JSON.stringify({ 'postcard-4.25x6': 6 })],
      )
      const payload = { places: [4, 5, 6], outcome: 'reject', reason: 'The print file was lost' }
      await asStaff({ method: 'POST', url: `${base}/${run.id}/spoil`, payload })
      await untilStatus(run, 'ready')
    })
    expect(await manifestOf(run)).toHaveLength(3)
    expect(await create()).toMatchObject({ code: 'no_pieces_waiting' })
  })

  test('report when every attempt failed', async () => {
    await addWaiting(db, await printable(1))
    const run = await create()
    const broken = await renderer({
      ...store,
      put: async () => {
        throw new Error('the disk is full')
      },
    })
    const endHurry = hurryJobs(db)
    await untilFailed(run).finally(endHurry)
    await broken.stop()
    expect((await runOf(run)).parts[0]?.failure).toContain('Every attempt')
    expect(JSON.stringify((await db.query('select * from jobs.job')).rows)).not.toContain('disk')
    await asStaff({ method: 'POST', url: `${base}/${run.id}/prepare` })
    await withRenderers(1, () => untilStatus(run, 'ready'))
  })

  test('are deleted a few days after the run was mailed', async () => {
    await addWaiting(db, await printable(2))
    const run = await create()
    await withRenderers(1, () => untilStatus(run, 'ready'))
    const [hash = ''] = hashesOf(await runOf(run))
    await db.query(
      `update print_run set status = 'mailed', mailed_on = now(), mailed_at = now() - interval '14 days 1 hour'`,
    )
    const worker = await openWorker(config.databaseUrl)
    expect(await deleteRunFiles(worker.em, store, 15)).toBe(0)
    expect(await deleteRunFiles(worker.em, store, 14)).toBe(1)
    await worker.stop(0)
    expect(await store.read(hash ?? '')).toBeUndefined()
    expect(await runOf(run)).toMatchObject({ pieces: 2, parts: [{ state: 'deleted', sha256: null }] })
  })

  test('are deleted with an erased person in them, once they are printed', async () => {
    await addPiecesTo(dana, 2)
    const run = await create({ maxPieces: 1 })
    const other = await create()
    await withRenderers(1, async () => {
      for (const one of [run, other]) await untilStatus(one, 'ready')
    })
    await db.query(`update print_run set status = 'printed', printed_at = now() where id = $1`, [run.id])
    const [printed, unprinted] = [hashesOf(await runOf(run)), hashesOf(await runOf(other))]
    const worker = await openWorker(config.databaseUrl)
    const { print } = await erasePerson(worker.em, dana)
    await worker.stop(0)
    expect(print.hashes).toEqual(expect.arrayContaining(printed))
    // It is not printed yet.
    expect(print.hashes).not.toEqual(expect.arrayContaining(unprinted))
    expect(await runOf(run)).toMatchObject({ pieces: 1, parts: [{ state: 'deleted', sha256: null }] })
  })

  test('do not reappear with an erased person if they were being made again', async () => {
    await addPiecesTo(dana, 1)
    const run = await create()
    await withRenderers(1, () => untilStatus(run, 'ready'))
    const [hash = ''] = hashesOf(await runOf(run))
    await db.query(`update print_run set status = 'printed', printed_at = now()`)
    const erasing = await openWorker(config.databaseUrl)
    onTestFinished(() => erasing.stop())
    const slow = await renderer({
      ...store,
      async read(hash) {
        const printed = await store.read(hash)
        await erasePerson(erasing.em, dana)
        return printed
      },
    })
    onTestFinished(() => slow.stop())
    lines.length = 0
    await asStaff({ method: 'POST', url: `${base}/${run.id}/prepare` })
    const superseded = expect.objectContaining({ event: 'run_file', outcome: 'superseded' })
    await vi.waitFor(() => expect(lines).toContainEqual(superseded), patience)
    expect(await store.read(hash ?? '')).toBeUndefined()
    expect(await runOf(run)).toMatchObject({ parts: [{ state: 'deleted', sha256: null }] })
  })
})

test(
  'with concurrent people and renderers, and killed renderers, each piece is in one run, at one place in its files',
  async () => {
    const pieces = await printable(10)
    const { ids } = await addWaiting(db, pieces)
    const dying = fork(
      new URL('../../../../test/dying-run-file-worker.ts', import.meta.url),
      [config.databaseUrl, folder],
      {
        env: { ...process.env, TMPDIR: folder },
      },
    )
    const [first] = await Promise.all([create({ maxPieces: 4 }), once(dying, 'message')])
    dying.kill('SIGKILL')
    const answers = await Promise.all(Array.from({ length: 4 }, () => create({ maxPieces: 2 })))
    const runs = [first, ...answers].filter(({ pieces: count }) => count > 0)
    expect(runs.reduce((sum, run) => sum + run.pieces, 0)).toBe(10)
    expect(runs.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(runs.map((_, index) => index + 1))
    await withRenderers(2, () => Promise.all(runs.map((run) => untilStatus(run, 'ready'))))
    const printed: string[] = []
    for (const run of runs) {
      const manifest = await manifestOf(run)
      const read = (await barcodesIn(await fileOf(run.parts[0]))).map(({ digits }) => digits)
      expect(read).toEqual(manifest.map(({ barcode }) => barcode))
      printed.push(...read)
    }
    expect(printed.toSorted()).toEqual(pieces.map(({ tracking, routing }) => `${tracking}${routing}`).toSorted())
    const events = await db.query(
      `select piece_id, count(*)::int as count from piece_event where type = 'piece.in_production' group by 1`,
    )
    expect(events.rows.map(({ count }) => count)).toEqual(ids.map(() => 1))
  },
  patience + 60_000,
)

import { beforeEach, describe, expect, test } from 'vitest'
import type { ScanImportReport, ScanRow } from '@app/contract'
import { untilBlocked } from '../../../../test/harness.ts'
import { startPrintApp } from '../../../../test/print.ts'
import { addAccount } from '../../../../test/customers.ts'
import { addPieces, addWaiting, bare, clearProduction, statusesOf, trackingOf } from '../../../../test/production.ts'
import { recordScans } from './record-scans.service.ts'
import type { Scan } from './scan-rows.ts'

const { orm, db, asStaff } = await startPrintApp()
beforeEach(() => clearProduction(db))

const url = '/api/admin/scan-imports'
const mailed = (count: number, changes: Record<string, unknown> = {}, from = 1) =>
  bare(count, { changes: { status: 'mailed', created_at: '2025-11-01T00:00:00Z', ...changes } }, from)
const row = (
  serial: number,
  operation: string,
  at = '2025-11-10T15:04:05Z',
  changes: Partial<ScanRow> = {},
): ScanRow => ({
  barcode: `${trackingOf(serial)}74104`,
  operation,
  zip: '74101',
  at,
  ...changes,
})
const post = (rows: ScanRow[]) => asStaff({ method: 'POST', url, payload: { fileName: 'scans.csv', rows } })
const imported = async (...rows: ScanRow[]): Promise<ScanImportReport> => (await post(rows)).json()
const eventsOf = async (id: string | undefined) => {
  const { rows } = await db.query(
    'select type, zip, occurred_at from piece_event where piece_id = $1 order by number',
    [id],
  )
  return rows.map(({ type, zip, occurred_at }) => [type, zip, occurred_at.toISOString()])
}

describe('createScanImport', () => {
  test('201 with the pieces it moved, in time order, and with their events', async () => {
    const { ids } = await addWaiting(db, mailed(2))
    const report = await imported(
      row(1, 'delivered', '2025-11-12T15:04:05Z', { zip: '74104-0199' }),
      row(1, 'in_transit'),
      row(2, ' In-Transit ', '2025-11-10 10:04:05.5'),
      row(1, 'Out for delivery', '11/11/2025 9:04'),
    )
    expect(report).toMatchObject({
      fileName: 'scans.csv',
      by: 'Staff owner',
      rows: 4,
      moved: 4,
      unchanged: 0,
      unknown: 0,
      invalid: 0,
      issues: [],
    })
    expect(await statusesOf(db, ids)).toEqual(['delivered', 'in_transit'])
    expect(await eventsOf(ids[0])).toEqual([
      ['piece.in_transit', '74101', '2025-11-10T15:04:05.000Z'],
      ['piece.out_for_delivery', '74101', '2025-11-11T14:04:00.000Z'],
      ['piece.delivered', '74104', '2025-11-12T15:04:05.000Z'],
    ])
    expect(await eventsOf(ids[1])).toEqual([['piece.in_transit', '74101', '2025-11-10T15:04:05.000Z']])
  })

  test('201 reads times in the printer’s time zone, and operations by number or name', async () => {
    const scans = [
      ['11/11/2025 12:05 AM', '2025-11-11T05:05:00.000Z', 'in_transit', 'in_transit'],
      ['11/11/2025 9:04:00 am', '2025-11-11T14:04:00.000Z', '894', 'in_transit'],
      ['11/11/2025 12:05PM', '2025-11-11T17:05:00.000Z', '916', 'in_local_area'],
      ['11/11/2025 1:04 PM', '2025-11-11T18:04:00.000Z', '898', 'in_local_area'],
      ['11/11/2025 13:04', '2025-11-11T18:04:00.000Z', '919', 'out_for_delivery'],
      ['2025-11-11 08:04', '2025-11-11T13:04:00.000Z', 're_routed', 're_routed'],
      ['2025-11-11T08:04:00Z', '2025-11-11T08:04:00.000Z', 'RETURNED', 'returned'],
    ] as const
    const { ids } = await addWaiting(db, mailed(scans.length))
    await imported(...scans.map(([at, , operation], index) => row(index + 1, operation, at)))
    const events = await Promise.all(ids.map(eventsOf))
    expect(events).toEqual(scans.map(([, at, , status]) => [[`piece.${status}`, '74101', at]]))
    expect(await statusesOf(db, ids)).toEqual(scans.map(([, , , status]) => status))
  })

  test('201 and a repeated import changes nothing, nor do late or duplicate scans in one file', async () => {
    const { ids } = await addWaiting(db, mailed(1))
    const rows = [
      row(1, 'delivered', '2025-11-12T15:04:05Z'),
      row(1, 'scanned', '2025-11-13T15:04:05Z'),
      row(1, 'scanned', '2025-11-13T15:04:05Z'),
      row(1, 'scanned', '2025-11-14T15:04:05Z'),
    ]
    expect(await imported(...rows)).toMatchObject({ moved: 3, unchanged: 1 })
    const before = await eventsOf(ids[0])
    expect(await imported(...rows)).toMatchObject({ moved: 0, unchanged: 4, issues: [] })
    expect(await imported(row(1, 'in_transit'), row(1, 'in_local_area', '2025-11-15T00:00:00Z'))).toMatchObject({
      unchanged: 2,
    })
    expect(await eventsOf(ids[0])).toEqual(before)
    expect(await statusesOf(db, ids)).toEqual(['delivered'])
  })

  test('201 with every line that cannot be read, and imports the others', async () => {
    await addWaiting(db, mailed(1))
    const report = await imported(
      row(1, 'in_transit', undefined, { barcode: '123' }),
      row(1, 'in_transit', undefined, { barcode: `${trackingOf(1)}741` }),
      row(1, 'lost'),
      row(1, '893x'),
      row(1, 'in_transit', undefined, { zip: 'Tulsa' }),
      row(1, 'in_transit', '2025-02-30T10:00:00Z'),
      row(1, 'in_transit', '2/29/2026 10:00'),
      row(1, 'in_transit', '2025-11-10T25:00:00Z'),
      row(1, 'in_transit', 'yesterday'),
      row(1, 'in_transit', '11/11/2025 13:04 PM'),
      row(1, 'in_transit', '11/11/2025 0:04 AM'),
      row(1, 'in_transit', '2100-01-01T00:00:00Z'),
      row(77, 'in_transit'),
      row(1, 'in_transit', undefined, { barcode: ` ${trackingOf(1).replaceAll(/(.{5})/g, '$1 ')}-74104 `, zip: '' }),
    )
    expect(report).toMatchObject({ rows: 14, moved: 1, unchanged: 0, unknown: 1, invalid: 12 })
    expect(report.issues.map(({ row: line, reason }) => [line, reason])).toEqual([
      [1, 'barcode_invalid'],
      [2, 'barcode_invalid'],
      [3, 'operation_unknown'],
      [4, 'operation_unknown'],
      [5, 'zip_invalid'],
      [6, 'time_invalid'],
      [7, 'time_invalid'],
      [8, 'time_invalid'],
      [9, 'time_invalid'],
      [10, 'time_invalid'],
      [11, 'time_invalid'],
      [12, 'time_in_future'],
      [13, 'barcode_unknown'],
    ])
  })

  test('201 and only printed live pieces are moved, the newest of those with the same serial number', async () => {
    const { ids } = await addWaiting(db, [
      ...mailed(1, { created_at: '2025-09-01T00:00:00Z' }),
      ...mailed(1, { created_at: '2025-11-01T00:00:00Z' }),
      ...mailed(1, { created_at: '2025-11-20T00:00:00Z' }),
      ...bare(1, { changes: { created_at: '2025-11-01T00:00:00Z' } }, 2),
      // A scan proves that a piece was mailed.
      ...mailed(1, { status: 'in_production' }, 4),
    ])
    const { test: sandbox } = await addAccount(db)
    const [simulated = ''] = await addPieces(db, sandbox.workspace, mailed(1, { test: '{}' }, 3))
    const report = await imported(...[1, 2, 3, 4].map((serial) => row(serial, 'in_transit')))
    expect(report).toMatchObject({ moved: 2, unknown: 2 })
    const moved = ['mailed', 'in_transit', 'mailed', 'ready', 'in_transit', 'mailed']
    expect(await statusesOf(db, [...ids, simulated])).toEqual(moved)
  })

  test('201 for more lines than one batch, even in reverse, with simultaneous scans in the order in which pieces move', async () => {
    const count = 600
    await addWaiting(db, mailed(count))
    const rows = ['in_transit', 'in_local_area', 'out_for_delivery', 'delivered'].flatMap((operation, day) =>
      Array.from({ length: count }, (_, index) => row(index + 1, operation, `2025-11-1${Math.min(day, 2)}T15:04:05Z`)),
    )
    const [last, ...others] = rows.toReversed()
    const report = await imported(...others, { ...last, barcode: `${trackingOf(9_999)}74104` } as ScanRow)
    expect(report).toMatchObject({ rows: 2_400, moved: 2_399, issues: [{ row: 2_400, reason: 'barcode_unknown' }] })
  })

  test('201 one after another, or 503: waiting imports leave database connections to other requests', async () => {
    await addWaiting(db, mailed(1))
    await db.query(`select pg_advisory_lock(hashtextextended('scans', 0))`)
    const waiting = Array.from({ length: 7 }, () => post([row(1, 'in_transit')]))
    await untilBlocked(db, 1)
    expect((await asStaff({ url })).statusCode).toBe(200)
    // Six may wait. None of them can end before the lock is released.
    expect((await Promise.race(waiting)).statusCode).toBe(503)
    await db.query(`select pg_advisory_unlock(hashtextextended('scans', 0))`)
    const answers = await Promise.all(waiting)
    expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([
      201, 201, 201, 201, 201, 201, 503,
    ])
    expect(answers.reduce((moved, answer) => moved + (answer.json().moved ?? 0), 0)).toBe(1)
  })
})

describe('listScanImports', () => {
  test('200 newest first, with who imported what', async () => {
    await addWaiting(db, mailed(1))
    await imported(row(1, 'in_transit'))
    await imported(row(1, 'in_transit'), row(9, 'in_transit'))
    const answer = await asStaff({ url }, 'viewer')
    expect(answer.json()).toMatchObject([
      { fileName: 'scans.csv', by: 'Staff owner', rows: 2, moved: 0, unchanged: 1, unknown: 1, invalid: 0 },
      { rows: 1, moved: 1 },
    ])
    expect(answer.headers['x-total-count']).toBe('2')
  })
})

test('scans of a feed move pieces batch by batch', async () => {
  const { ids } = await addWaiting(db, mailed(2))
  const scan = (serial: number): Scan => ({
    tracking: trackingOf(serial),
    type: 'piece.delivered',
    zip: null,
    at: '2025-11-10T15:04:05Z',
  })
  const record = (...scans: Scan[]) => recordScans(orm.em.fork({ useContext: false }), scans, 'America/New_York')
  expect(await record(scan(1))).toEqual(['moved'])
  expect(await record(scan(2), scan(1))).toEqual(['moved', 'unchanged'])
  expect(await statusesOf(db, ids)).toEqual(['delivered', 'delivered'])
})

import { randomUUID } from 'node:crypto'
import type { PrintRunDetail, PrintRunInput, SpoiledPieces } from '@app/contract'
import { itemsOf, priceOfVolume } from '@app/pricing'
import type pg from 'pg'
import { pieceOf } from '../src/modules/print/quotes/quotes.ts'
import { addAccount } from './customers.ts'
import type { startPrintApp } from './print.ts'

const randomId = (kind: string) => `${kind}_${randomUUID().replaceAll('-', '').slice(0, 20)}`

/** The barcode of the n-th piece of a file, in the Tulsa area. */
export const trackingOf = (serial: number): string => `0031${'009000000'.slice(0, 9)}${String(serial).padStart(7, '0')}`

export interface NewPiece {
  /** Without one, the piece has no print file. */
  hash?: string
  tracking: string
  /** ZIP Code in the barcode. */
  routing?: string
  sheets?: number
  /** Columns of the piece. */
  changes?: Record<string, unknown>
}

const insert = (table: string, rows: readonly object[]) =>
  ({ text: `insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1)`, rows }) as const

/** Adds live pieces that are checked and wait for production. Returns their ids. */
export async function addPieces(db: pg.Client, workspace: string, pieces: readonly NewPiece[]): Promise<string[]> {
  const { rows: times } = await db.query(
    `select now() - interval '1 hour' as at, to_char(now() at time zone 'America/New_York', 'YYYY-MM-DD') as today`,
  )
  // Days are in the printer's time zone, which differ from UTC days in the evening.
  const [now, today] = [times[0].at.toISOString(), String(times[0].today)]
  const ids = pieces.map(() => ({ piece: randomId('piece'), proof: randomId('proof') }))
  const proofs = pieces.map(({ hash, changes }, index) => ({
    id: ids[index]?.proof,
    created_at: now,
    workspace_id: workspace,
    caller: 'test',
    piece: 'postcard',
    size: changes?.['size'] ?? '4.25x6',
    postal_class: 'FirstClass',
    request: { to: {}, from: {}, values: {}, templates: [] },
    status: 'ready',
    checks: [],
    pages: [],
    pdf_hash: hash ?? null,
    is_awaited: false,
    attempts: 1,
    expires_at: '2100-01-01T00:00:00Z',
  }))
  const rows = pieces.map(({ tracking, routing = '74104', sheets = 1, changes }, index) => ({
    id: ids[index]?.piece,
    created_at: now,
    workspace_id: workspace,
    kind: 'postcard',
    size: '4.25x6',
    postal_class: 'FirstClass',
    sheets,
    metadata: {},
    status: 'ready',
    events: 2,
    month: today.slice(0, 7),
    price: 6800,
    send_on: today,
    due_on: today,
    cancelable_until: now,
    proof_id: ids[index]?.proof,
    tracking,
    routing,
    tracking_token: randomId('track'),
    ...changes,
  }))
  for (const { text, rows: values } of [insert('print_proof', proofs), insert('piece', rows)])
    await db.query(text, [JSON.stringify(values)])
  return ids.map(({ piece }) => piece)
}

const columnsOf = {
  '6x9': { kind: 'postcard', size: '6x9' },
  '4.25x6': { kind: 'postcard', size: '4.25x6' },
  '8.5x11': { kind: 'letter', size: '8.5x11' },
}

/**
 * Adds all pieces that a workspace has sent this month: delivered, of one size, with one shared ledger entry. Returns
 * the id of the first piece.
 */
export async function addMonth(db: pg.Client, workspace: string, count: number, size: keyof typeof columnsOf) {
  const items = itemsOf(pieceOf(size), 'first-class', 1) ?? {}
  const volume = { pieces: count, items: Object.fromEntries(Object.keys(items).map((item) => [item, count])) }
  const changes = { ...columnsOf[size], status: 'delivered', mailed_on: '2020-01-01' }
  const [id = ''] = await addPieces(db, workspace, [{ tracking: trackingOf(1), changes }])
  await db.query(
    `insert into piece select (jsonb_populate_record(piece, jsonb_build_object('proof_id', null,
            'id', 'piece_' || left(md5(id || n), 20), 'tracking_token', 'track_' || left(md5(id || n), 20)))).*
       from piece cross join generate_series(2, $2) as n where id = $1`,
    [id, count],
  )
  const values = [workspace, id, count, JSON.stringify(volume.items)]
  await db.query(
    `insert into usage_month (workspace_id, month, pieces, items) select $1, month, $3, $4 from piece where id = $2`,
    values,
  )
  await db.query(
    `insert into ledger_entry (id, workspace_id, month, piece_id, kind, amount, pieces, items)
     select gen_random_uuid(), $1, month, id, 'charge', $5, $3, $4 from piece where id = $2`,
    [...values, String(priceOfVolume(volume))],
  )
  return id
}

/** Creates an account with waiting pieces. */
export async function addWaiting(db: pg.Client, pieces: readonly NewPiece[]) {
  const account = await addAccount(db)
  return { ...account, ids: await addPieces(db, account.live.workspace, pieces) }
}

/** The requested number of pieces, without print files. */
export const bare = (count: number, changes: Partial<NewPiece> = {}, from = 1): NewPiece[] =>
  Array.from({ length: count }, (_, index) => ({ tracking: trackingOf(from + index), ...changes }))

/** The body of a run that includes all waiting pieces. */
export const runInput = (changes: Partial<PrintRunInput> = {}): PrintRunInput => ({
  size: '4.25x6',
  postalClass: 'FirstClass',
  cutoffAt: '2100-01-01T00:00:00.000Z',
  ...changes,
})

export const statusesOf = async (db: pg.Client, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await db.query('select status from piece where id = any($1) order by array_position($1, id::text)', [
    ids,
  ])
  return rows.map(({ status }) => String(status))
}

/** Empties the tables of production. */
export const clearProduction = (db: pg.Client) =>
  db.query(`truncate print_run, print_run_file, print_run_piece, piece_event, ledger_entry, usage_month, scan_import cascade;
            delete from piece; delete from print_proof`)

export type Run = PrintRunDetail

export const runsUrl = '/api/admin/print-runs'

/** Actions of staff and renderers on runs. */
export function productionSteps({ db, asStaff }: Pick<Awaited<ReturnType<typeof startPrintApp>>, 'db' | 'asStaff'>) {
  const get = (url: string, role: 'owner' | 'viewer' = 'owner') => asStaff({ url }, role)
  const post = (url: string, payload?: object, headers: Record<string, string> = {}) =>
    asStaff({ method: 'POST', url, headers, ...(payload && { payload }) })
  const create = (changes: Partial<PrintRunInput> = {}, headers: Record<string, string> = {}) =>
    post(runsUrl, runInput(changes), headers)
  const created = async (pieces: readonly NewPiece[] = bare(3), changes: Partial<PrintRunInput> = {}) => {
    const account = await addWaiting(db, pieces)
    const run: Run = (await create(changes)).json()
    return { ...account, run }
  }
  /** Does what renderers do, without making a file. */
  const prepare = async ({ id }: Run, hash = 'a'.repeat(64)) => {
    await db.query(`update print_run_file set prepared_at = now(), hash = $2 where run_id = $1`, [id, hash])
    await db.query(`update print_run set status = 'ready' where id = $1 and status = 'preparing'`, [id])
  }
  const spoil = (run: Run, changes: Partial<SpoiledPieces> = {}) =>
    post(`${runsUrl}/${run.id}/spoil`, { places: [1], outcome: 'reprint', reason: 'Jam', ...changes })
  const eventsOf = async (id: string) =>
    (await db.query('select type, occurred_at from piece_event where piece_id = $1 order by number', [id])).rows
  const typesOf = async (id: string) => (await eventsOf(id)).map(({ type }) => type)
  return { get, post, create, created, prepare, spoil, eventsOf, typesOf }
}

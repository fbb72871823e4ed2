import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Caller } from './caller.ts'
import type { Stage } from './stage.ts'

const runs = '/api/admin/print-runs'

/** When a piece of a run is spoiled, by run number. Every other run keeps all its pieces. */
const spoiledWhen = ['ready', 'printed', undefined, undefined]

/** Staff who take pieces from the press to the mail, and import the Postal Service's reports. */
export class Press {
  readonly #stage: Stage
  readonly #caller: Caller
  readonly #cookie: string
  /** The number of runs whose files were prepared again, because every attempt had ended with its renderer. */
  preparedAgain = 0

  constructor(stage: Stage, caller: Caller, cookie: string) {
    this.#stage = stage
    this.#caller = caller
    this.#cookie = cookie
  }

  /**
   * Skips the quarter-hour cancellation window, creates a run of the waiting pieces, and advances every open run by one
   * step.
   */
  async work(): Promise<void> {
    await sleep(1_000)
    await this.#stage.query(`update piece set cancelable_until = now() where status = 'ready' and test is null`)
    const input = { size: '4.25x6', postalClass: 'FirstClass', cutoffAt: '2100-01-01T00:00:00.000Z', maxPieces: 7 }
    await this.#step(runs, input, { 'idempotency-key': randomUUID() })
    const open = await this.#stage.query(`
      select id, status, version, number, spoiled, to_char(now() at time zone 'America/New_York', 'YYYY-MM-DD')
        from print_run where status in ('ready', 'printed') order by number`)
    for (const run of open) await this.#advance(run)
    await this.prepareFailed()
  }

  /** Clicks "Prepare again" for files whose every attempt ended with a killed renderer. */
  async prepareFailed(): Promise<void> {
    const failed = await this.#stage.query(`
      select distinct run_id from print_run_file join print_run on print_run.id = run_id
       where status = 'preparing' and failure is not null`)
    for (const [id] of failed) await this.#step(`${runs}/${id}/prepare`, {})
    this.preparedAgain += failed.length
  }

  async #advance([id = '', status = '', version = '', number = '', spoiled = '', today = '']: string[]): Promise<void> {
    const seen = { 'if-match': `"${version}"` }
    if (spoiled === '0' && status === spoiledWhen[Number(number) % spoiledWhen.length]) {
      const outcome = Number(number) % 8 < 4 ? 'reprint' : 'reject'
      return this.#step(`${runs}/${id}/spoil`, { places: [1], outcome, reason: 'Jam in the cutter' })
    }
    if (status === 'ready') return this.#step(`${runs}/${id}/print`, {}, seen)
    await this.#step(
      `${runs}/${id}/mail`,
      { mailedOn: today, postOffice: 'Tulsa OK 74103', statementNumber: number },
      seen,
    )
    await this.#importScans(id, `scans-of-run-${number}.csv`)
  }

  /** Imports scans: all pieces of a run are in transit, and every second one is delivered. */
  async #importScans(run: string, fileName: string): Promise<void> {
    const barcodes = await this.#stage.query(`
      select tracking || routing from piece join print_run_piece on piece_id = piece.id
       where run_id = '${run}' and spoiled_at is null order by place`)
    const at = new Date().toISOString()
    const rows = barcodes.flatMap(([barcode = ''], index) =>
      (index % 2 === 0 ? ['in_transit'] : ['in_transit', 'delivered']).map((operation) => ({ barcode, operation, at })),
    )
    await this.#step('/api/admin/scan-imports', { fileName, rows })
  }

  async #step(path: string, body: object, headers: Record<string, string> = {}): Promise<void> {
    const { status } = await this.#caller.post(path, { cookie: this.#cookie, ...headers }, body)
    // Nothing is waiting, or an earlier call without a response succeeded.
    if (status >= 300 && status !== 409 && status !== 412) this.#caller.unexpected.add(status)
  }
}

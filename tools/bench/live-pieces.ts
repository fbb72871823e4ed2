import pg from 'pg'
import { postJson } from '../product/post-json.ts'
import { until } from '../product/readiness.ts'
import { staff, type startProduct } from '../product/throwaway.ts'
import { addCustomer } from './customer.ts'
import { postcardBody } from './pieces.ts'
import { countRows, textRows } from './rows.ts'

type Product = Awaited<ReturnType<typeof startProduct>>

/** The cookies of the first staff user. */
export async function signIn({ origin }: Pick<Product, 'origin'>): Promise<string> {
  const body = new URLSearchParams(staff)
  const answer = await fetch(`${origin}/api/login`, { method: 'POST', body, redirect: 'manual' })
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

/** Pieces for production: some that a customer sent and that were rendered, and any number of copies. */
export class LivePieces {
  readonly #db: pg.Client
  readonly #originals: number

  private constructor(db: pg.Client, originals: number) {
    this.#db = db
    this.#originals = originals
  }

  static async render(product: Product, originals: number): Promise<LivePieces> {
    const db = new pg.Client({ connectionString: product.databaseUrl })
    await db.connect()
    const pieces = new LivePieces(db, originals)
    const { live } = await addCustomer(product.databaseUrl)
    for (let index = 0; index < originals; index += 1) {
      const body = { ...postcardBody(`${index}`, false), DryRun: false }
      await postJson(`${product.origin}/v1/postcards`, body, { authorization: `Bearer ${live.key}` })
    }
    await until(async () => (await pieces.count(`piece where status = 'ready'`)) === originals)
    // Excluded from every run, so that all runs have the same pieces.
    await db.query(`create table original as select * from piece; update piece set status = 'canceled'`)
    return pieces
  }

  async count(rows: string): Promise<number> {
    return countRows(this.#db, rows)
  }

  /**
   * Adds copies, each a day old and with its own barcode.
   * @param round distinguishes the copies of one call from those of another
   */
  async copy(
    copies: number,
    round: number,
    { status = 'ready', workspace }: { status?: string; workspace?: string } = {},
  ) {
    await this.#db.query(
      `insert into piece
       select (jsonb_populate_record(null::piece, to_jsonb(original) || jsonb_build_object(
                'id', 'piece_' || substr(md5($2::int || '-' || n), 1, 20),
                'tracking_token', 'track_' || substr(md5($2::int || '-' || n), 1, 20),
                'tracking', '00310090000' || lpad(($2::int * $1::int + n)::text, 9, '0'), 'cancelable_until', now(),
                'created_at', now() - interval '1 day',
                'status', $3::text, 'workspace_id', coalesce($4::uuid, original.workspace_id), 'idempotency_key', null))).*
         from generate_series(1, $1::int) as n
         join (select *, row_number() over (order by id) as turn from original) as original
           on turn = 1 + n % ${this.#originals}`,
      [copies, round, status, workspace],
    )
  }

  /** The barcodes of a workspace's pieces, as a scanner reads them. */
  async barcodes(workspace: string): Promise<string[]> {
    const query = 'select tracking || routing from piece where workspace_id = $1 order by tracking'
    return (await textRows(this.#db, query, [workspace])).flat()
  }

  end(): Promise<void> {
    return this.#db.end()
  }
}

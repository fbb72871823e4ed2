import type { Pool } from 'pg'

export interface RendererRow {
  id: string
  version: string
  /** Whether the browser is caged, so that templates of customers may be laid out in it. */
  confinement: 'caged' | 'open'
  /** Why it is not. */
  reason: string | null
  inWork: number
  counts: Record<string, number>
}

/** Says that a renderer lives. Rows of renderers that have been gone for a day go too. */
export async function showRenderer(pool: Pool, row: RendererRow): Promise<void> {
  await pool.query(
    `with gone as (delete from print_renderer where seen_at < now() - interval '1 day')
     insert into print_renderer as renderer (id, seen_at, version, confinement, reason, in_work, counts, started_at)
     values ($1, now(), $2, $3, $4, $5, $6, now())
     on conflict (id) do update
        set seen_at = now(), confinement = excluded.confinement, reason = excluded.reason, in_work = excluded.in_work,
            counts = excluded.counts`,
    [row.id, row.version, row.confinement, row.reason, row.inWork, JSON.stringify(row.counts)],
  )
}

export async function hideRenderer(pool: Pool, id: string): Promise<void> {
  await pool.query('delete from print_renderer where id = $1', [id])
}

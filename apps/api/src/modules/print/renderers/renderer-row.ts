import { daysAgo, now } from '../../../db/database-clock.ts'
import { type EntityManager, tables } from '../../../entities/database.ts'

export interface RendererRow {
  id: string
  version: string
  /** Whether the browser is isolated, so that templates of customers may be laid out in it. */
  confinement: 'isolated' | 'none'
  /** Why it is not. */
  reason: string | null
  inWork: number
  /** Files of print runs that it makes. */
  runFiles: number
  counts: Record<string, number>
}

/** Stores the heartbeat of a renderer. Rows of renderers that have been gone for a day are deleted. */
export async function showRenderer(em: EntityManager, { id, version, ...state }: RendererRow): Promise<void> {
  const db = tables(em)
  await db.deleteFrom('print_renderer').where('seenAt', '<', daysAgo(1)).execute()
  const seen = { ...state, seenAt: now }
  await db
    .insertInto('print_renderer')
    .values({ id, version, ...seen })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(seen))
    .execute()
}

export async function hideRenderer(em: EntityManager, id: string): Promise<void> {
  await tables(em).deleteFrom('print_renderer').where('id', '=', id).execute()
}

import { daysAgo, now } from '../../../db/database-clock.ts'
import type { RowOf } from '../../../db/typed-columns.ts'
import { type EntityManager, tables } from '../../../entities/database.ts'
import type { PrintRendererEntity } from '../../../entities/print-renderers.entity.ts'

type RendererRow = Omit<RowOf<typeof PrintRendererEntity>, 'startedAt' | 'seenAt'>

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

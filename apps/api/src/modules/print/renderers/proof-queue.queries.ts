import type { PrintQueue } from '@app/contract'
import { sql } from 'kysely'
import { type EntityManager, tables } from '../../../entities/database.ts'
import { isAlive } from './alive.ts'

/** Proofs that wait and that are in work, as renderers report with each heartbeat. */
export async function readProofQueue(em: EntityManager): Promise<PrintQueue> {
  const db = tables(em)
  const renderers = await db
    .selectFrom('print_renderer')
    .select((eb) => eb.fn.sum<string | null>('inWork').as('inWork'))
    .where(isAlive)
    .executeTakeFirst()
  const { proofs, oldestSeconds } = await db
    .selectFrom('print_proof')
    .select((eb) => [
      eb.fn.countAll<string>().as('proofs'),
      sql<
        number | null
      >`extract(epoch from now() - ${eb.fn.min('createdAt').filterWhere('attempts', '=', 0)})::float8`.as(
        'oldestSeconds',
      ),
    ])
    .where('status', '=', 'rendering')
    .executeTakeFirstOrThrow()
  const rendering = Math.min(Number(renderers?.inWork ?? 0), Number(proofs))
  return {
    waiting: Number(proofs) - rendering,
    rendering,
    oldestWaitingSeconds: Math.max(0, Math.floor(oldestSeconds ?? 0)),
  }
}

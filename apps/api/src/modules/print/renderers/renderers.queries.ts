import { Renderer, type PrintQueue } from '@app/contract'
import { sql } from 'kysely'
import { columns, select } from '../../../db/sql.ts'
import { type EntityManager, tables } from '../../../entities/database.ts'
import type { Renderers } from './remembered-renderers.ts'
import { PrintRendererEntity } from '../../../entities/print.entity.ts'

/** Heartbeat interval of a renderer. */
export const heartbeatMs = 3_000

/** SQL over print_renderer: whether the renderer is alive. A single lost or late heartbeat does no harm. */
const isAlive = sql<boolean>`${columns(PrintRendererEntity).seenAt} > now() - interval '10 seconds'`

export async function findRenderers(em: EntityManager): Promise<Renderers> {
  const alive = await tables(em).selectFrom('print_renderer').select('confinement').where(isAlive).execute()
  return { isThere: alive.length > 0, isIsolated: alive.some(({ confinement }) => confinement === 'isolated') }
}

const shown = select(PrintRendererEntity, Renderer)
const column = columns(PrintRendererEntity)

export const listRenderers = (em: EntityManager): Promise<Renderer[]> =>
  shown.read(em, sql`where ${isAlive} order by ${column.startedAt}, ${column.id} limit 100`)

/** Waiting proofs and proofs in progress, as renderers report with each heartbeat. */
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

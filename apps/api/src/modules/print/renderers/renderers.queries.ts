import { Renderer } from '@app/contract'
import { sql } from 'kysely'
import { columns, select } from '../../../db/typed-columns.ts'
import { type EntityManager, tables } from '../../../entities/database.ts'
import { isAlive } from './alive.ts'
import type { Renderers } from './remembered-renderers.ts'
import { PrintRendererEntity } from '../../../entities/print.entity.ts'

export async function findRenderers(em: EntityManager): Promise<Renderers> {
  const alive = await tables(em).selectFrom('print_renderer').select('confinement').where(isAlive).execute()
  return { isThere: alive.length > 0, isIsolated: alive.some(({ confinement }) => confinement === 'isolated') }
}

const shown = select(PrintRendererEntity, Renderer)
const column = columns(PrintRendererEntity)

export const listRenderers = (em: EntityManager): Promise<Renderer[]> =>
  shown.read(em, sql`where ${isAlive} order by ${column.startedAt}, ${column.id} limit 100`)

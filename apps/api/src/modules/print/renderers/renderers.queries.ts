import { Renderer } from '@app/contract'
import { sql } from 'kysely'
import { columnsOf, selection } from '../../../db/columns.ts'
import { type EntityManager, tables } from '../../database.ts'
import { isAlive } from './alive.ts'
import type { Renderers } from './remembered-renderers.ts'
import { PrintRendererEntity } from './renderers.entity.ts'

export async function findRenderers(em: EntityManager): Promise<Renderers> {
  const alive = await tables(em)
    .selectFrom('print_renderer')
    .select('confinement')
    .where(sql<boolean>`${sql.raw(isAlive)}`)
    .execute()
  return { isThere: alive.length > 0, isCaged: alive.some(({ confinement }) => confinement === 'caged') }
}

const shown = selection(PrintRendererEntity, Renderer)
const column = columnsOf(PrintRendererEntity)

export const listRenderers = async (em: EntityManager): Promise<Renderer[]> =>
  shown.rows(
    await em.execute(
      `select ${shown.sql} from ${PrintRendererEntity.tableName} where ${isAlive}
        order by ${column.startedAt}, ${column.id} limit 100`,
    ),
  )

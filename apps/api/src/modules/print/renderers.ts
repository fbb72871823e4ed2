import { sql } from 'kysely'
import { type EntityManager, tables } from '../database.ts'

/** Whoever could print a proof at the moment. */
export interface Renderers {
  isThere: boolean
  /** Templates of callers are printed too. */
  isCaged: boolean
}

/** A process that prints says so every few seconds. */
const isAlive = sql<boolean>`seen_at > now() - interval '10 seconds'`

export async function findRenderers(em: EntityManager): Promise<Renderers> {
  const alive = await tables(em).selectFrom('print_renderer').select('confinement').where(isAlive).execute()
  return { isThere: alive.length > 0, isCaged: alive.some(({ confinement }) => confinement === 'caged') }
}

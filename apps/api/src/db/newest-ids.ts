import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import * as Type from 'typebox'
import { all, countRowsUpTo, type PagedEntity, type Where } from './keyset-page.ts'
import { reader } from './run.ts'
import { columns, table } from './typed-columns.ts'

/** Clocks of two machines differ and commits take a while. What is reported twice is recognized by its id. */
const overlapSeconds = 10
const countCap = 1_000

const ids = reader(Type.Object({ id: Type.String() }))

/** How many rows arrived since an instant, counted up to a thousand, and the ids of the newest ones. Spam is left out. */
export async function newestIds(
  em: EntityManager,
  entity: PagedEntity & { properties: { isSpam: unknown } },
  since: string,
  limit: number,
): Promise<{ count: number; ids: string[] }> {
  const { id, createdAt, isSpam } = columns(entity)
  const where: Where = [
    sql`${createdAt} > ${since}::timestamptz - make_interval(secs => ${overlapSeconds})`,
    sql`not ${isSpam}`,
  ]
  const [{ total }, newest] = await Promise.all([
    countRowsUpTo(em, entity, where, countCap),
    ids(
      em,
      sql`select ${id} as id from ${table(entity)} where ${all(where)} order by ${createdAt} desc limit ${limit}`,
    ),
  ])
  // A record may arrive between the two queries.
  return { count: Math.max(total, newest.length), ids: newest.map((row) => row.id) }
}

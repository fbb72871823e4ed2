import type { EntityManager } from '@mikro-orm/postgresql'
import * as Type from 'typebox'
import { checkedRows } from './checked-rows.ts'
import { columnsOf } from './columns.ts'
import { type Conditions, countRowsUpTo, joined, type PagedEntity, valuesOf } from './keyset-page.ts'

/** Clocks of two machines differ and commits take a while. What is reported twice is recognized by its id. */
const overlapSeconds = 10
const countCap = 1_000

const ids = checkedRows(Type.Object({ id: Type.String() }))

/** How many rows arrived since an instant, counted up to a thousand, and the ids of the newest ones. Spam is left out. */
export async function newestIds(
  em: EntityManager,
  entity: PagedEntity & { properties: { isSpam: unknown } },
  since: string,
  limit: number,
): Promise<{ count: number; ids: string[] }> {
  const { id, createdAt, isSpam } = columnsOf(entity)
  const where: Conditions = [
    [`${createdAt} > ?::timestamptz - make_interval(secs => ?)`, [since, overlapSeconds]],
    [`not ${isSpam}`, []],
  ]
  const [{ total }, found] = await Promise.all([
    countRowsUpTo(em, entity, where, countCap),
    em.execute(
      `select ${id} as id from ${entity.tableName} where ${joined(where)} order by ${createdAt} desc limit ?`,
      [...valuesOf(where), limit],
    ),
  ])
  const newest = ids(found).map((row) => row.id)
  // A record may arrive between the two queries.
  return { count: Math.max(total, newest.length), ids: newest }
}

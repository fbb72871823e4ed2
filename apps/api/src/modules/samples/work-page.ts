import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { checkedRows } from '../../db/checked-rows.ts'
import {
  all,
  decode,
  encode,
  Key,
  keyColumns,
  type Order,
  type Page,
  type PageRequest,
  totalOf,
} from '../../db/keyset-page.ts'
import { run, columns, table } from '../../db/sql.ts'
import { SampleRequestEntity } from '../../entities/samples.entity.ts'

const { processed, createdAt, id } = columns(SampleRequestEntity)
const key = sql`${processed}, ${createdAt}, ${id}`
const order: Order = { key: sql`${processed}::text`, descending: false }

const keysOf = checkedRows(Key)

/**
 * Requests in the order in which staff process them: pending ones before processed ones, oldest first within each
 * group. An index has that order.
 * @throws {ProblemError} 400 when the cursor is not one of ours.
 */
export async function workPage<Row>(em: EntityManager, request: PageRequest<Row>): Promise<Page<Row>> {
  const { selection, where, limit, cursor } = request
  const [isProcessed, at, lastId] = cursor ? decode(cursor, order, SampleRequestEntity) : []
  const after = cursor
    ? [sql`(${key}) > (${isProcessed === 'true'}::boolean, ${at}::timestamptz, ${lastId}::uuid)`]
    : []
  const [found, total] = await Promise.all([
    run(
      em,
      sql`select ${selection.sql}, ${keyColumns(SampleRequestEntity, order)} from ${table(SampleRequestEntity)}
           where ${all([...where, ...after])} order by ${key} limit ${limit + 1}`,
    ),
    totalOf(em, request),
  ])
  const rows = selection.rows(found)
  const last = keysOf(found)[limit - 1]
  return { ...total, rows: rows.slice(0, limit), next: rows.length > limit && last ? encode(last) : undefined }
}

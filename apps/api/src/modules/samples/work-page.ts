import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import * as Type from 'typebox'
import { checkedRows } from '../../db/checked-rows.ts'
import { all, type Page, type PageRequest, totalOf } from '../../db/keyset-page.ts'
import { run } from '../../db/run.ts'
import { instantText } from '../../db/sql-texts.ts'
import { columns, table } from '../../db/typed-columns.ts'
import { ProblemError } from '../../errors/errors.ts'
import { SampleRequestEntity } from '../../entities/samples.entity.ts'

const cursorPattern = /^([tf])_(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([0-9a-f-]{36})$/

const encode = (processed: boolean, createdAt: string, id: string) =>
  Buffer.from(`${processed ? 't' : 'f'}_${createdAt}_${id}`).toString('base64url')

function decode(cursor: string): [processed: boolean, createdAt: string, id: string] {
  const [, processed, createdAt, id] = cursorPattern.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (!createdAt || !id || Number.isNaN(Date.parse(createdAt))) {
    throw new ProblemError(400, 'invalid_cursor', 'The cursor does not come from a next link.')
  }
  return [processed === 't', createdAt, id]
}

const keysOf = checkedRows(Type.Object({ key_processed: Type.Boolean(), key_at: Type.String(), key_id: Type.String() }))

const { processed, createdAt, id } = columns(SampleRequestEntity)
const key = sql`${processed}, ${createdAt}, ${id}`

/**
 * Requests in the order in which staff work through them: pending ones before processed ones, the oldest of each first.
 * An index has that order.
 * @throws {ProblemError} 400 when the cursor is not one of ours.
 */
export async function workPage<Row>(em: EntityManager, request: PageRequest<Row>): Promise<Page<Row>> {
  const { selection, where, limit, cursor } = request
  const [isProcessed, at, lastId] = cursor ? decode(cursor) : []
  const after = cursor ? [sql`(${key}) > (${isProcessed}::boolean, ${at}::timestamptz, ${lastId}::uuid)`] : []
  const [found, total] = await Promise.all([
    run(
      em,
      sql`select ${selection.sql}, ${processed} as key_processed, ${id} as key_id,
                 ${instantText(createdAt)} as key_at
            from ${table(SampleRequestEntity)}
           where ${all([...where, ...after])}
           order by ${key}
           limit ${limit + 1}`,
    ),
    totalOf(em, request),
  ])
  const rows = selection.rows(found)
  const last = keysOf(found)[limit - 1]
  return {
    ...total,
    rows: rows.slice(0, limit),
    next: rows.length > limit && last ? encode(last.key_processed, last.key_at, last.key_id) : undefined,
  }
}

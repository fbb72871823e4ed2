import { sql } from 'kysely'
import { oneAtATime } from '../../db/one-at-a-time.ts'
import { run } from '../../db/run.ts'
import { columnName, table } from '../../db/typed-columns.ts'
import { ProblemError } from '../../errors/errors.ts'
import type { EntityManager } from '../../entities/database.ts'
import type { RecordType } from './record-type.ts'

/** @throws {ProblemError} 409 when there are as many records as there may be. */
export async function assertRoom<State extends object>(
  transaction: EntityManager,
  type: RecordType<State>,
  state: State,
): Promise<void> {
  const { name, entity, limit } = type
  if (!limit) return
  const per = limit.per === undefined || state[limit.per] === null ? null : String(state[limit.per])
  // Two at once would both find room for the last one.
  await oneAtATime(transaction, per === null ? name : `${name} ${per}`)
  const same =
    limit.per === undefined
      ? sql`true`
      : sql`${sql.ref(columnName(entity, limit.per))}::text is not distinct from ${per}`
  const rows = await run(transaction, sql`select from ${table(entity)} where ${same} limit ${limit.max}`)
  if (rows.length === limit.max) throw new ProblemError(409, 'limit_reached', limit.detail)
}

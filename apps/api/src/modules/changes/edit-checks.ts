import { sql } from 'kysely'
import type { StaleRecord } from '@app/contract'
import { invalidField, ProblemError } from '../../errors/errors.ts'
import type { EntityManager } from '../../entities/database.ts'
import type { RecordType, Reference } from './record-type.ts'
import { oneAtATime, run, columnName, table } from '../../db/sql.ts'
import { lastChanges } from './changes.queries.ts'

const idsIn = (value: unknown): readonly unknown[] => [value ?? []].flat()

/**
 * Checks that new references exist and can be chosen.
 * @throws {ProblemError} 400 that names the field, or 409 for Undo, because the request itself is valid
 */
export async function checkReferences<State extends object>(
  transaction: EntityManager,
  type: RecordType<State>,
  records: readonly { before: object; after: object }[],
  { pointer, isUndo }: { pointer: string; isUndo: boolean },
): Promise<void> {
  for (const [field, reference] of Object.entries<Reference | undefined>(type.references ?? {})) {
    const added = records.flatMap(({ before, after }) => {
      const former = new Set(idsIn(Reflect.get(before, field)))
      const value: unknown = Reflect.get(after, field)
      return idsIn(value).flatMap((id, place) =>
        former.has(id) ? [] : [{ id: String(id), at: Array.isArray(value) ? `/${place}` : '' }],
      )
    })
    if (!reference || added.length === 0) continue
    const valid = await reference.find(transaction, [...new Set(added.map(({ id }) => id))], isUndo)
    const validIds = new Set(valid.map(({ id }) => id))
    const unknown = added.find(({ id }) => !validIds.has(id))
    if (!unknown) continue
    if (isUndo) throw new ProblemError(409, 'not_revertible', `The earlier ${field} no longer exists.`)
    throw invalidField(`${pointer}/${field}${unknown.at}`, reference.detail)
  }
}

/** @throws {ProblemError} 409 at the maximum number of records. */
export async function assertRoom<State extends object>(
  transaction: EntityManager,
  type: RecordType<State>,
  state: State,
): Promise<void> {
  const { name, entity, limit } = type
  if (!limit) return
  const per = limit.per === undefined || state[limit.per] === null ? null : String(state[limit.per])
  // Two concurrent requests would both find room for the last record.
  await oneAtATime(transaction, per === null ? name : `${name} ${per}`)
  const same =
    limit.per === undefined
      ? sql`true`
      : sql`${sql.ref(columnName(entity, limit.per))}::text is not distinct from ${per}`
  const rows = await run(transaction, sql`select from ${table(entity)} where ${same} limit ${limit.max}`)
  if (rows.length === limit.max) throw new ProblemError(409, 'limit_reached', limit.detail)
}

/** The error for records that changed since the caller read them. It names who changed each record last. */
export async function stale(
  transaction: EntityManager,
  records: readonly { id: string; version?: number | undefined }[],
): Promise<ProblemError> {
  const last = await lastChanges(
    transaction,
    records.map(({ id }) => id),
  )
  const named = records.map(({ id, version }): StaleRecord => ({
    id,
    ...(version !== undefined && { version }),
    ...last.get(id),
  }))
  const detail = 'Someone has changed the record since you read it. Read it again, then repeat the change.'
  return new ProblemError(412, 'stale', detail, { records: named })
}

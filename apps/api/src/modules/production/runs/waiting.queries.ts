import { type Input, WaitingPieces } from '@app/contract'
import { pieceFormats } from '@app/mail-piece/formats'
import { sql } from 'kysely'
import * as Type from 'typebox'
import { reader, columns, table, dateText } from '../../../db/sql.ts'
import type { EntityManager } from '../../../entities/database.ts'
import { PieceEntity } from '../../../entities/pieces.entity.ts'

const piece = columns(PieceEntity)

/** SQL for whether a piece waits for a print run, now or later. A test piece never does. */
export const isWaiting = sql<boolean>`${piece.status} = 'ready' and ${piece.test} is null`

const today = (timeZone: string) => sql`(now() at time zone ${timeZone})::date`

/**
 * SQL for whether a run with this cutoff can include a waiting piece: it can no longer be canceled, and its day has
 * come.
 */
export const isDue = (cutoffAt: string | undefined, timeZone: string) =>
  sql<boolean>`${piece.cancelableUntil} <= now() and ${piece.sendOn} <= ${today(timeZone)}
    and ${piece.createdAt} < ${cutoffAt ?? sql`now()`}::timestamptz`

const counted = reader(Type.Omit(WaitingPieces, ['stock']))

/** Pieces that wait for production, earliest due date first. */
export async function listWaitingPieces(
  em: EntityManager,
  { createdBefore }: Input<'listWaitingPieces'>['query'],
  timeZone: string,
): Promise<WaitingPieces[]> {
  const groups = await counted(
    em,
    sql`
    select ${piece.size} as "size", ${piece.postalClass} as "postalClass",
           count(*) filter (where due)::int as pieces,
           count(*) filter (where due and ${piece.dueOn} < ${today(timeZone)})::int as late,
           ${dateText(sql`min(${piece.dueOn}) filter (where due)`)} as "oldestDueOn",
           count(*) filter (where not due)::int as later
      from ${table(PieceEntity)}, lateral (select ${isDue(createdBefore, timeZone)}) as ready (due)
     where ${isWaiting}
     group by ${piece.size}, ${piece.postalClass}
     order by min(${piece.dueOn}) filter (where due), ${piece.size}, ${piece.postalClass}`,
  )
  return groups.map((group) => ({ ...group, stock: pieceFormats[group.size].stock }))
}

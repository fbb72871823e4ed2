import { sql } from 'kysely'
import * as Type from 'typebox'
import { oneAtATime, reader, columns, table, instantText } from '../../../db/sql.ts'
import type { EntityManager } from '../../../entities/database.ts'
import { PieceEntity, PieceEventEntity } from '../../../entities/pieces.entity.ts'
import { type Move, movePieces } from '../../pieces/moves.ts'
import type { Scan } from './scan-rows.ts'

type ScanOutcome = 'moved' | 'unchanged' | 'barcode_unknown' | 'time_in_future'

const piece = columns(PieceEntity, 'piece')
const event = columns(PieceEventEntity, 'event')

const found = reader(
  Type.Object({
    place: Type.Integer(),
    at: Type.String(),
    isFuture: Type.Boolean(),
    piece: Type.Union([Type.String(), Type.Null()]),
    isKnown: Type.Boolean(),
  }),
)

/**
 * The live piece of each scan: the newest piece with its serial number that existed at the time, because numbers are
 * reused after some weeks. A scan is a repeat if an event has the same type and time.
 */
const find = (transaction: EntityManager, scans: readonly Scan[], timeZone: string) =>
  found(
    transaction,
    sql`
    select given.place, ${instantText(sql`scanned.at`)} as at, scanned.at > now() + interval '1 hour' as "isFuture",
           owner.id as piece,
           exists (select from ${table(PieceEventEntity)} as event where ${event.piece} = owner.id and ${event.type} = given.type
                      and ${event.occurredAt} = scanned.at) as "isKnown"
      from jsonb_to_recordset(${JSON.stringify(scans.map((scan, place) => ({ ...scan, place })))}::jsonb)
           as given (place int, tracking text, type text, at text),
           lateral (select date_trunc('milliseconds', case when given.at ~ '(Z|[+-]..:?..)$' then given.at::timestamptz
                           else given.at::timestamp at time zone ${timeZone} end)) as scanned (at)
      left join lateral (
           select ${piece.id} as id from ${table(PieceEntity)} as piece
            where ${piece.tracking} = given.tracking and ${piece.test} is null and ${piece.createdAt} <= scanned.at
              and ${piece.status} not in ('checking', 'ready', 'rejected', 'canceled')
            order by ${piece.createdAt} desc limit 1) as owner on true
     order by scanned.at, given.place`,
  )

const keyOf = (move: Move) => `${move.piece} ${move.type} ${move.at}`

/**
 * Moves pieces by scans, in time order, all or none. Scans without an effect are skipped, so repeating them is safe. If
 * a later call contains an earlier scan of a piece, it changes nothing.
 * @returns the outcome of each scan
 */
export const recordScans = (em: EntityManager, scans: readonly Scan[], timeZone: string): Promise<ScanOutcome[]> =>
  em.transactional(async (transaction) => {
    // If two people import the same file, the second import finds its scans stored.
    await oneAtATime(transaction, 'scans')
    const outcomes: ScanOutcome[] = scans.map(() => 'unchanged')
    const moves = new Map<string, Move & { place: number }>()
    for (const { place, at, isFuture, piece: id, isKnown } of await find(transaction, scans, timeZone)) {
      const scan = scans[place]
      if (!scan) continue
      if (isFuture) outcomes[place] = 'time_in_future'
      else if (id === null) outcomes[place] = 'barcode_unknown'
      else {
        const move = { piece: id, type: scan.type, at, zip: scan.zip, place }
        // A batch may also contain the same scan twice.
        if (!isKnown && !moves.has(keyOf(move))) moves.set(keyOf(move), move)
      }
    }
    for (const { place } of await movePieces(transaction, [...moves.values()])) outcomes[place] = 'moved'
    return outcomes
  })

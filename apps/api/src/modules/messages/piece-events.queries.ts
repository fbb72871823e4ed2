import { type Input, PieceEvent } from '@app/contract'
import { sql } from 'kysely'
import { onlyRow, instantText, columns, type Fragment, select, table } from '../../db/sql.ts'
import { keysetPage, type Page } from '../../db/keyset-page.ts'
import type { EntityManager } from '../../entities/database.ts'
import { WorkspaceEntity } from '../../entities/customers.entity.ts'
import { PieceEntity, PieceEventEntity } from '../../entities/pieces.entity.ts'

const piece = columns(PieceEntity, 'piece')
const event = columns(PieceEventEntity, 'piece_event')
const workspace = columns(WorkspaceEntity, 'workspace')

export const modeOf = (workspaceId: Fragment): Fragment =>
  sql`(select ${workspace.mode} from ${table(WorkspaceEntity)} as workspace where ${workspace.id} = ${workspaceId})`

/** Nobody needs an exact count above this. */
const countCap = 10_000

const shownEvent = select(PieceEventEntity, PieceEvent, {
  Id: event.id,
  PieceId: event.piece,
  Number: event.number,
  Type: event.type,
  Mode: modeOf(event.workspace),
  Zip: event.zip,
  Metadata: sql`(select ${piece.metadata} from ${table(PieceEntity)} as piece where ${piece.id} = ${event.piece})`,
  OccurredAt: instantText(event.occurredAt),
  CreatedAt: instantText(event.createdAt),
})

export function listPieceEvents(
  em: EntityManager,
  workspaceId: string,
  { limit, cursor, PieceId: pieceId, Type: types }: Input<'listPieceEvents'>['query'],
): Promise<Page<PieceEvent>> {
  const where = [sql`${event.workspace} = ${workspaceId}`]
  if (pieceId) where.push(sql`${event.piece} = ${pieceId}`)
  if (types) where.push(sql`${event.type} = any(${types}::text[])`)
  return keysetPage(em, { entity: PieceEventEntity, selection: shownEvent, where, limit, cursor, countCap })
}

/** The events of a piece, in order. */
export const eventsOf = (em: EntityManager, pieceId: string): Promise<PieceEvent[]> =>
  shownEvent.read(em, sql`where ${event.piece} = ${pieceId} order by ${event.number}`)

export async function getPieceEvent(em: EntityManager, id: string): Promise<PieceEvent> {
  return onlyRow(await shownEvent.read(em, sql`where ${event.id} = ${id}`))
}

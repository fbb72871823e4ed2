import type { PieceEventType } from '@app/contract'
import type { Again, Jobs } from '../../jobs/jobs.ts'
import { sql } from 'kysely'
import { type EntityManager, tables } from '../../entities/database.ts'
import { movePieces } from './moves.ts'
import { settlePiece } from './settle-piece.service.ts'
import { timedSteps } from './timeline.ts'

/** Settles the piece of a finished print file. The timeline of a test piece begins when the piece is ready. */
export async function settleAndSimulate(
  transaction: EntityManager,
  jobs: Pick<Jobs, 'add'>,
  proof: string,
): Promise<void> {
  const id = await settlePiece(transaction, proof)
  if (id) await jobs.add(transaction, [{ job: 'simulation', payload: { id } }])
}

/** Events that are not timeline steps. */
const otherEvents: readonly PieceEventType[] = ['piece.created', 'piece.ready', 'piece.scanned']

/**
 * Plays the due steps of a test piece's timeline, through the same code as scans and staff actions for live pieces.
 * @returns when the next step is due; undefined at the end
 */
export const playTimeline = (em: EntityManager, id: string): Promise<Again | undefined> =>
  em.transactional(async (transaction): Promise<Again | undefined> => {
    const piece = await tables(transaction)
      .selectFrom('piece')
      .innerJoin('workspace', 'workspace.id', 'piece.workspace')
      .select(['piece.test', 'piece.status', 'piece.cancelableUntil'])
      .where('piece.id', '=', id)
      .where('workspace.mode', '=', 'test')
      .forUpdate('piece')
      .executeTakeFirst()
    if (!piece?.test || piece.status === 'canceled') return undefined
    const events = await tables(transaction)
      .selectFrom('piece_event')
      .select(['type', 'occurredAt'])
      .select((eb) => sql<number>`(extract(epoch from now() - ${eb.ref('occurredAt')}) * 1000)::float8`.as('ageMs'))
      .where('piece', '=', id)
      .orderBy('number')
      .execute()
    const ready = events.find(({ type }) => type === 'piece.ready')
    if (!ready) return undefined
    // Like a live piece, a test piece with live pace is printed once it can no longer be canceled.
    const readyAt = ready.occurredAt.getTime()
    const start = piece.test.Pace === 'live' ? Math.max(readyAt, piece.cancelableUntil.getTime()) : readyAt
    const sinceStart = ready.ageMs - (start - readyAt)
    const steps = timedSteps(piece.test)
    // Steps dropped as late scans leave no event, and are dropped again. The code may have been scanned at any time.
    const done = events.filter(({ type }) => !otherEvents.includes(type)).length
    const isScanned = events.some(({ type }) => type === 'piece.scanned')
    const due = steps.filter(({ afterMs }) => afterMs <= sinceStart)
    // The times follow from the seed, regardless of delays in the worker.
    const timeOf = (afterMs: number) => new Date(start + afterMs).toISOString()
    await movePieces(
      transaction,
      due
        .slice(done)
        .flatMap(({ type, afterMs }) =>
          type === 'piece.scanned' && isScanned ? [] : { piece: id, type, at: timeOf(afterMs) },
        ),
    )
    const next = steps.find(({ afterMs }) => afterMs > sinceStart)
    return next && { againInMs: next.afterMs - sinceStart }
  })

export const startSimulation = (em: EntityManager, jobs: Jobs): void =>
  jobs.work('simulation', {
    run: ({ id }) => playTimeline(em.fork({ useContext: false }), id),
    // The piece keeps its status. Nothing depends on it.
    giveUp: async () => {},
  })

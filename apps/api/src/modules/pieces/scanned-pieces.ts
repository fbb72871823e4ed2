import { type EntityManager, tables } from '../../entities/database.ts'
import type { PieceScan } from '../campaigns/scan-files.ts'
import { movePieces } from './moves.ts'
import { statusesBefore } from './piece-states.ts'

const type = 'piece.scanned'

/**
 * Moves the pieces whose codes were scanned. Only the first scan of a piece is an event, because anyone may follow its
 * code repeatedly. Unknown tokens change nothing.
 */
export async function moveScannedPieces(em: EntityManager, scans: readonly PieceScan[]): Promise<void> {
  if (scans.length === 0) return
  const times = new Map(scans.map(({ token, at }) => [token, at]))
  await em.transactional(async (transaction) => {
    const pieces = await tables(transaction)
      .selectFrom('piece')
      .select(['id', 'trackingToken'])
      .where('trackingToken', 'in', [...times.keys()])
      .where('status', 'in', [...statusesBefore(type)])
      .orderBy('id')
      .forUpdate()
      .execute()
    if (pieces.length === 0) return
    // Another instance may have stored a scan while this one waited for the lock.
    const events = await tables(transaction)
      .selectFrom('piece_event')
      .select('piece')
      .where('type', '=', type)
      .where(
        'piece',
        'in',
        pieces.map(({ id }) => id),
      )
      .execute()
    const scanned = new Set(events.map(({ piece }) => piece))
    const moves = pieces.flatMap(({ id, trackingToken }) => {
      const at = times.get(trackingToken)
      return at === undefined || scanned.has(id) ? [] : [{ piece: id, type, at } as const]
    })
    await movePieces(transaction, moves)
  })
}

import { sql } from 'kysely'
import * as Type from 'typebox'
import { reader, run, columns, table } from '../../db/sql.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { PieceEntity } from '../../entities/pieces.entity.ts'
import { endPieces } from '../pieces/end-pieces.ts'
import { takePrintedFiles } from '../production/runs/run-retention.ts'
import { type Person, proofsOfPerson } from '../print/proofs/person-in-print.ts'

const piece = columns(PieceEntity, 'piece')

/** SQL condition: the piece's print file is one of these proofs. */
const isOf = (proofs: readonly string[]) => sql`${piece.proof} = any(${proofs})`

/** The person's pieces, without their print files. */
export const exportPieces = (em: EntityManager, proofs: readonly string[]) =>
  run(
    em,
    sql`select ${piece.id}, ${piece.createdAt}, ${piece.kind}, ${piece.size}, ${piece.postalClass}, ${piece.description},
               ${piece.metadata}, ${piece.status}, ${piece.sendOn}, ${piece.tracking}, ${piece.routing}
          from ${table(PieceEntity)} as piece where ${isOf(proofs)} order by ${piece.createdAt}, ${piece.id}`,
  )

const ids = reader(Type.Object({ id: Type.String() }))

export const piecesOf = async (em: EntityManager, proofs: readonly string[]): Promise<string[]> => {
  const found = await ids(em, sql`select ${piece.id} as id from ${table(PieceEntity)} as piece where ${isOf(proofs)}`)
  return found.map(({ id }) => id)
}

/**
 * Cancels the person's pieces that are not in production yet. Call it before an erasure, which takes long: it locks the
 * months that customers are sending in.
 */
export const cancelPieces = (em: EntityManager, person: Person): Promise<void> =>
  em.transactional(async (transaction) => {
    const all = await piecesOf(transaction, await proofsOfPerson(transaction, person))
    if (all.length > 0) await endPieces(transaction, all, 'piece.canceled')
  })

/**
 * Removes the person from their pieces. A piece keeps its id, status, charges, and events, which the business accounts
 * need. Pieces that are not in production yet are canceled, because there is nothing left to print. Call it with the
 * proofs that are deleted next, so that a piece that was sent meanwhile keeps its own. Returns the hashes of merged run
 * files that no longer have a row.
 */
export async function erasePieces(transaction: EntityManager, proofs: readonly string[]): Promise<string[]> {
  const all = await piecesOf(transaction, proofs)
  if (all.length === 0) return []
  await endPieces(transaction, all, 'piece.canceled')
  await tables(transaction)
    .updateTable('piece')
    .set({ description: null, metadata: {}, routing: '' })
    .where('id', 'in', all)
    .execute()
  return takePrintedFiles(transaction, all)
}

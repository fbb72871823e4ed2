import { now, columns } from '../../../db/sql.ts'
import { updateRows } from '../../../db/many-rows.ts'
import { type EntityManager, tables } from '../../../entities/database.ts'
import { PrintRunEntity, PrintRunPieceEntity } from '../../../entities/production.entity.ts'
import { announceChange } from '../../announcements/live-channel.ts'
import { printRunRecord } from '../runs/print-run-record.ts'
import { isInFile } from '../runs/runs.queries.ts'

const place = columns(PrintRunPieceEntity, PrintRunPieceEntity.tableName)
const printRun = columns(PrintRunEntity, PrintRunEntity.tableName)

/** The content and revision of a file. Undefined when the run is over. */
export async function claimRunFile(em: EntityManager, id: string) {
  const file = await tables(em)
    .selectFrom('print_run_file')
    .innerJoin('print_run', 'print_run.id', 'print_run_file.run')
    .select(['print_run_file.id', 'print_run_file.run', 'print_run_file.number', 'print_run_file.revision'])
    .where('print_run_file.id', '=', id)
    .where('print_run.status', 'in', ['preparing', 'ready', 'printed'])
    .executeTakeFirst()
  if (!file) return undefined
  const pieces = await tables(em)
    .selectFrom('print_run_piece')
    .innerJoin('print_run', 'print_run.id', 'print_run_piece.run')
    .innerJoin('piece', 'piece.id', 'print_run_piece.piece')
    .leftJoin('print_proof', 'print_proof.id', 'piece.proof')
    .select(['print_run_piece.id', 'print_run_piece.place', 'print_proof.pdfHash as hash'])
    .where('run', '=', file.run)
    .where('file', '=', file.number)
    .where(isInFile(place.spoiledAt, place.isFileLost, printRun.printedAt))
    .orderBy('place')
    .execute()
  return { ...file, pieces }
}

export type ClaimedFile = NonNullable<Awaited<ReturnType<typeof claimRunFile>>>

/** The renderer's result for a file. */
interface Ending {
  preparedAt?: typeof now
  failure: string | null
  hash?: string | null
  bytes?: number
  pieces?: number
  pages?: number
}

/**
 * Finishes a file and announces it, unless it must be remade: its revision must match the attempt that ended. Without a
 * revision, the latest one is finished. The last file makes the run ready.
 * @returns whether it finished the file
 */
async function endFile(
  transaction: EntityManager,
  { id, run, revision }: { id: string; run: string; revision?: number },
  ending: Ending,
): Promise<boolean> {
  const db = tables(transaction)
  // Two files that finish concurrently would each miss the other.
  await db.selectFrom('print_run').select('id').where('id', '=', run).forUpdate().execute()
  const ended = await db
    .updateTable('print_run_file')
    .set(ending)
    .where('id', '=', id)
    .$if(revision !== undefined, (query) => query.where('revision', '=', revision ?? 0))
    .returning('id')
    .executeTakeFirst()
  if (!ended) return false
  await db
    .updateTable('print_run')
    .set({ status: 'ready' })
    .where('id', '=', run)
    .where('status', '=', 'preparing')
    .where((eb) =>
      eb.not(
        eb.exists(eb.selectFrom('print_run_file').select('id').where('run', '=', run).where('preparedAt', 'is', null)),
      ),
    )
    .execute()
  await announceChange(transaction, printRunRecord.live, [{ id: run }])
  return true
}

export interface StoredFile {
  /** Undefined without pieces. */
  hash: string | null
  bytes: number
  /** Page count of each piece. */
  pageCounts: readonly number[]
}

export async function finishFile(
  transaction: EntityManager,
  file: ClaimedFile,
  { hash, bytes, pageCounts }: StoredFile,
): Promise<boolean> {
  const pages = pageCounts.reduce((sum, count) => sum + count, 0)
  const { pieces } = file
  const ending = { preparedAt: now, failure: null, hash, bytes, pieces: pieces.length, pages }
  if (!(await endFile(transaction, file, ending))) return false
  let page = 1
  await updateRows(
    transaction,
    PrintRunPieceEntity,
    ['id', 'page', 'isFileLost'],
    pieces.map(({ id }, index) => {
      const first = page
      page += pageCounts[index] ?? 0
      return { id, page: first, isFileLost: false }
    }),
  )
  return true
}

const maxNamed = 20

/** "12, 13, and 14" */
const listOf = (places: readonly number[]): string =>
  new Intl.ListFormat('en-US').format(
    places.length > maxNamed
      ? [...places.slice(0, maxNamed).map(String), `${places.length - maxNamed} more`]
      : places.map(String),
  )

/** Fails a file that cannot be made because print files are missing. */
export async function failLost(
  transaction: EntityManager,
  file: ClaimedFile,
  lost: readonly number[],
): Promise<boolean> {
  const failure =
    lost.length === 1
      ? `The print file at position ${lost[0]} is lost.`
      : `The print files at positions ${listOf(lost)} are lost.`
  if (!(await endFile(transaction, file, { failure }))) return false
  const places = new Set(lost)
  await updateRows(
    transaction,
    PrintRunPieceEntity,
    ['id', 'isFileLost'],
    file.pieces.map(({ id, place }) => ({ id, isFileLost: places.has(place) })),
  )
  return true
}

/** Fails a file whose renderers died on every attempt. */
export async function giveUpFile(transaction: EntityManager, id: string): Promise<void> {
  const file = await tables(transaction)
    .selectFrom('print_run_file')
    .select(['id', 'run'])
    .where('id', '=', id)
    .executeTakeFirst()
  const failure = 'Every attempt to generate this file ended unexpectedly. See the renderer logs for the cause.'
  if (file) await endFile(transaction, file, { failure })
}

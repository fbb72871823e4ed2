import { sql } from 'kysely'
import * as Type from 'typebox'
import { reader, columns, type Fragment, table } from '../../../db/sql.ts'
import type { EntityManager } from '../../../entities/database.ts'
import { PrintRunEntity, PrintRunFileEntity, PrintRunPieceEntity } from '../../../entities/production.entity.ts'
import { type FileStore, removeOrphaned } from '../../print/files/file-store.ts'

const printRun = columns(PrintRunEntity, PrintRunEntity.tableName)
const file = columns(PrintRunFileEntity, PrintRunFileEntity.tableName)
const place = columns(PrintRunPieceEntity, PrintRunPieceEntity.tableName)
const takenFiles = reader(Type.Object({ hash: Type.String() }))

/** Removes files, even those in progress, from their rows. The rest of the run is kept. Returns their hashes. */
const takeFiles = (em: EntityManager, condition: Fragment) =>
  takenFiles(
    em,
    sql`
    with taken as (
      select ${file.id} as id, ${file.hash} as hash from ${table(PrintRunFileEntity)}
        join ${table(PrintRunEntity)} on ${printRun.id} = ${file.run}
       where ${condition}
         for update of ${table(PrintRunFileEntity)}
    ), emptied as (
      update ${table(PrintRunFileEntity)} set hash = null, revision = ${file.revision} + 1
       where id in (select taken.id from taken)
    )
    select taken.hash from taken where taken.hash is not null`,
  ).then((taken) => taken.map(({ hash }) => hash))

/**
 * Deletes the files, which contain names and addresses, of runs that were mailed this many days ago, or printed this
 * many days ago and never mailed. Returns how many.
 */
export async function deleteRunFiles(em: EntityManager, store: FileStore, days: number): Promise<number> {
  const endedAt = sql`coalesce(${printRun.mailedAt}, ${printRun.printedAt})`
  const hashes = await takeFiles(
    em,
    sql`${file.hash} is not null and ${endedAt} < now() - make_interval(days => ${days})`,
  )
  await removeOrphaned(em, store, hashes)
  return hashes.length
}

/** Clears the files that these pieces were printed from. The caller removes them from the store. */
export const takePrintedFiles = (transaction: EntityManager, pieces: readonly string[]): Promise<string[]> =>
  takeFiles(
    transaction,
    sql`${printRun.printedAt} is not null and exists (
      select from ${table(PrintRunPieceEntity)}
       where ${place.run} = ${file.run} and ${place.file} = ${file.number} and ${place.piece} = any (${[...pieces]}))`,
  )

import { sql } from 'kysely'
import type { Pool } from 'pg'
import * as Type from 'typebox'
import { reader } from '../../../db/run.ts'
import { columns, table } from '../../../db/typed-columns.ts'
import { PrintRunEntity, PrintRunFileEntity } from '../../../entities/production.entity.ts'
import type { FileStore } from '../../print/files/file-store.ts'
import { removeOrphaned } from '../../print/files/orphaned-files.ts'

const printRun = columns(PrintRunEntity, PrintRunEntity.tableName)
const file = columns(PrintRunFileEntity, PrintRunFileEntity.tableName)
const deletedFiles = reader(Type.Object({ hash: Type.String() }))

/**
 * Deletes the files of runs that were mailed, or printed and never mailed, so many days ago, with the names and addresses in them. What is known of the run
 * stays. Returns how many.
 */
export async function deleteRunFiles(pool: Pool, store: FileStore, days: number): Promise<number> {
  const deleted = await deletedFiles(
    pool,
    sql`
    with ended as (
      select ${file.id} as id, ${file.hash} as hash from ${table(PrintRunFileEntity)}
        join ${table(PrintRunEntity)} on ${printRun.id} = ${file.run}
       where coalesce(${printRun.mailedAt}, ${printRun.printedAt}) < now() - make_interval(days => ${days})
         and ${file.hash} is not null
    ), emptied as (
      update ${table(PrintRunFileEntity)} set hash = null where id in (select ended.id from ended)
    )
    select ended.hash from ended`,
  )
  await removeOrphaned(
    pool,
    store,
    deleted.map(({ hash }) => hash),
  )
  return deleted.length
}

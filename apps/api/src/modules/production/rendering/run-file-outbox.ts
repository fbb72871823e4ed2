import { now } from '../../../db/database-clock.ts'
import { type EntityManager, tables } from '../../../entities/database.ts'
import type { NewJob } from '../../../jobs/job-kinds.ts'

/** Takes files of print runs that are not queued yet, the oldest runs first. */
export async function takeRunFiles(transaction: EntityManager, limit: number): Promise<NewJob[]> {
  const db = tables(transaction)
  const taken = await db
    .updateTable('print_run_file')
    .set({ enqueuedAt: now })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('print_run_file')
        .select('id')
        .where('enqueuedAt', 'is', null)
        .orderBy('createdAt')
        .orderBy('number')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'createdAt', 'number'])
    .execute()
  return taken
    .toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime() || one.number - other.number)
    .map(({ id }) => ({ job: 'run_file', payload: { id } }))
}

/** Whether files of print runs wait for a renderer. */
export async function hasWaitingFiles(em: EntityManager): Promise<boolean> {
  const found = await tables(em)
    .selectFrom('print_run_file')
    .innerJoin('print_run', 'print_run.id', 'print_run_file.run')
    .select('print_run_file.id')
    .where('print_run.status', 'in', ['preparing', 'ready', 'printed'])
    .where('failure', 'is', null)
    // Also of a run whose files are made again.
    .where((eb) => eb.or([eb('print_run_file.enqueuedAt', 'is', null), eb('preparedAt', 'is', null)]))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

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

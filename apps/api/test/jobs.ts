import type { Client } from 'pg'
import { closeOrm, openOrm } from '../src/db/orm.ts'
import { type Jobs, openJobs } from '../src/jobs/jobs.ts'
import type { EntityManager } from '../src/entities/database.ts'
import { entities } from '../src/entities/entities.ts'

/** The log of a worker. */
export type LogLines = object[]

export interface TestWorker {
  em: EntityManager
  jobs: Jobs
  stop: (limitMs?: number) => Promise<void>
}

/** The job queue as a separate process sees it, which shares only the database with others. */
export async function openWorker(databaseUrl: string, lines: LogLines = [], tickMs = 100): Promise<TestWorker> {
  const log = { info: (line: object) => void lines.push(line), warn: (line: object) => void lines.push(line) }
  const orm = await openOrm(databaseUrl, { entities, poolMax: 8 })
  const em = orm.em.fork({ useContext: false })
  const jobs = openJobs(em, { databaseUrl, log, tickMs })
  return {
    em,
    jobs,
    async stop(limitMs = 5_000) {
      await jobs.stop(limitMs)
      await closeOrm(orm)
    },
  }
}

/** Empties the queue. */
export const clearJobs = (db: Client) => db.query('delete from jobs.job')

/** Retries waiting jobs immediately; only our own delays are shortened. Returns a function that ends this. */
export function hurryJobs(db: Client): () => void {
  const timer = setInterval(() => {
    void db.query('update jobs.job set start_after = now() where start_after > now(); delete from circuit_breaker')
  }, 150)
  return () => clearInterval(timer)
}

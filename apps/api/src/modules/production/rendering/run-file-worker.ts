import type { Jobs, Log } from '../../../jobs/jobs.ts'
import { now } from '../../../db/sql.ts'
import { type EntityManager, tables } from '../../../entities/database.ts'
import { loggable } from '../../../errors/loggable.ts'
import { type FileStore, keepFiles, removeOrphaned } from '../../print/files/file-store.ts'
import { makeRunFile, removeLeftovers } from './make-run-file.ts'
import { type ClaimedFile, claimRunFile, failLost, finishFile, giveUpFile } from './run-file-rows.ts'
import type { NewJob } from '../../../jobs/job-kinds.ts'

/** Takes print run files that are not queued yet, oldest runs first. */
async function takeRunFiles(transaction: EntityManager, limit: number): Promise<NewJob[]> {
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

interface Settings {
  files: FileStore
  log: Log
  /** Called with the outcome of each attempt. */
  onOutcome?: (outcome: string, seconds: number) => void
}

/** Makes a file. Only the latest attempt sets the result, so a renderer that recovers from a hang changes nothing. */
async function make(em: EntityManager, files: FileStore, file: ClaimedFile, signal: AbortSignal): Promise<string> {
  const inTransaction = <Ended>(end: (transaction: EntityManager) => Promise<Ended>) =>
    em.fork({ useContext: false }).transactional(end)
  if (file.pieces.length === 0) {
    await inTransaction((transaction) => finishFile(transaction, file, { hash: null, bytes: 0, pageCounts: [] }))
    return 'empty'
  }
  return makeRunFile(file.pieces, files, signal, async (made) => {
    if ('lost' in made) {
      await inTransaction((transaction) => failLost(transaction, file, made.lost))
      return 'print_file_lost'
    }
    const { pdf, pageCounts } = made
    const { isOurs, hash } = await inTransaction(async (transaction) => {
      await keepFiles(transaction)
      const hash = await files.put(pdf)
      return { hash, isOurs: await finishFile(transaction, file, { hash, bytes: pdf.size, pageCounts }) }
    })
    if (isOurs) return 'ready'
    // The file may contain a person who was erased meanwhile. If it cannot be removed now, housekeeping removes it.
    await removeOrphaned(em, files, [hash]).catch(() => {})
    return 'superseded'
  })
}

/** Queues the files of print runs and makes them. Any number of processes may run this. */
export function startRunFiles(em: EntityManager, jobs: Jobs, { files, log, onOutcome }: Settings) {
  let inWork = 0
  removeLeftovers().catch((error: unknown) =>
    log.warn({ error: loggable(error) }, 'leftover run files were not removed'),
  )
  jobs.relay('run-files', takeRunFiles)
  jobs.work('run_file', {
    async run({ id }, { signal }) {
      const file = await claimRunFile(em, id)
      if (!file) return undefined
      const since = performance.now()
      inWork += 1
      try {
        const outcome = await make(em, files, file, signal)
        const ms = Math.round(performance.now() - since)
        log.info({ event: 'run_file', id, pieces: file.pieces.length, outcome, ms })
        onOutcome?.(outcome, ms / 1_000)
        return undefined
      } catch (error) {
        // This process is stopping, so another one makes the file.
        if (signal.aborted) return { againInMs: 0 }
        onOutcome?.('failed', (performance.now() - since) / 1_000)
        throw error
      } finally {
        inWork -= 1
      }
    },
    async giveUp({ id }) {
      await em.fork({ useContext: false }).transactional((transaction) => giveUpFile(transaction, id))
      onOutcome?.('attempts_exhausted', 0)
    },
  })
  return {
    /** The number of files that this process is currently making. */
    get inWork() {
      return inWork
    },
  }
}

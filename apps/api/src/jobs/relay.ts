import { setTimeout as sleep } from 'node:timers/promises'
import type { EntityManager } from '../entities/database.ts'
import { sql } from 'kysely'
import type { NewJob } from './job-kinds.ts'

/**
 * Takes rows that are not queued yet, marks them as queued, and returns their jobs in order. Runs in a transaction, one
 * at a time across all processes.
 */
export type TakeJobs = (transaction: EntityManager, limit: number) => Promise<NewJob[]>

export interface Relay {
  /** Signals that there may be new rows. */
  wake(): void
  stop(): Promise<void>
}

export interface RelaySettings {
  /** Runs before each poll of the outbox, outside of its transaction. */
  before?: () => Promise<void>
  /** Polling interval of the outbox. */
  tickMs?: number
}

interface Settings extends RelaySettings {
  name: string
  take: TakeJobs
  add: (transaction: EntityManager, added: readonly NewJob[]) => Promise<void>
  tickMs: number
  onTick: (() => void) | undefined
  warn: (error: unknown) => void
}

const batchSize = 200
/** NOTIFY takes a database-wide lock at commit, so rows that arrive within this time share one. */
const pauseMs = 100

/** Moves one batch of rows into the queue, in one transaction. Returns whether there may be more. */
const relayBatch = (em: EntityManager, { name, take, add }: Settings) =>
  em.fork({ useContext: false }).transactional(async (transaction): Promise<boolean> => {
    const lock = sql<boolean>`pg_try_advisory_xact_lock(hashtext(${`relay ${name}`}))`
    const turn = await transaction.getKysely<object>().selectNoFrom(lock.as('isOurs')).executeTakeFirst()
    // Another process is moving rows, and may have begun before the newest ones were stored.
    if (!turn?.isOurs) return true
    const taken = await take(transaction, batchSize)
    if (taken.length > 0) await add(transaction, taken)
    return taken.length >= batchSize
  })

export function startRelay(em: EntityManager, settings: Settings): Relay {
  const { before, tickMs, onTick, warn } = settings
  const over = new AbortController()
  let isWoken = false
  let endWait = () => {}

  const wait = (ms: number) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, ms)
    endWait = resolve
    return promise.finally(() => clearTimeout(timer))
  }

  const loop = async () => {
    while (!over.signal.aborted) {
      isWoken = false
      try {
        await before?.()
        if (await relayBatch(em, settings)) isWoken = true
      } catch (error) {
        warn(error)
      }
      onTick?.()
      if (over.signal.aborted) return
      await sleep(Math.min(tickMs, pauseMs))
      if (!isWoken) await wait(tickMs)
    }
  }
  const looping = loop()

  return {
    wake() {
      isWoken = true
      endWait()
    },
    async stop() {
      over.abort()
      isWoken = true
      endWait()
      await looping
    },
  }
}

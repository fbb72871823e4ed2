import { setTimeout as sleep } from 'node:timers/promises'
import { PgBoss, type QueueOptions, type QueuePolicy } from 'pg-boss'
import { engineOptions } from './engine.ts'
import { type JobKind, jobKinds, kindNames } from './job-kinds.ts'

/** The longest that one job may run. */
const maxRunSeconds = 600
/** Finished jobs are kept briefly: their source rows have the results. */
const keptSeconds = 30

const policies: Record<(typeof jobKinds)[JobKind]['order'], QueuePolicy> = {
  any: 'standard',
  one_at_a_time: 'singleton',
  by_key: 'key_strict_fifo',
}

function optionsOf(kind: JobKind): QueueOptions & { notify: boolean } {
  const { retryMs } = jobKinds[kind]
  return {
    // The handler gives up on a job, so that its row records it (jobs.ts). A job that the engine failed would block its key
    // forever.
    retryLimit: 1_000_000,
    retryDelay: Math.ceil(retryMs.first / 1000),
    retryBackoff: true,
    retryDelayMax: Math.ceil(retryMs.longest / 1000),
    expireInSeconds: maxRunSeconds,
    deleteAfterSeconds: keptSeconds,
    notify: true,
  }
}

/** Creates or migrates the engine's schema and its queues. Only the owner of the database may. */
export async function installJobs(databaseUrl: string): Promise<void> {
  const boss = new PgBoss({ ...engineOptions, connectionString: databaseUrl, max: 2, supervise: false })
  // When a connection breaks, the next query fails.
  boss.on('error', () => {})
  await boss.start()
  try {
    await untilIndexed(boss)
    for (const kind of kindNames) {
      await boss.createQueue(kind, { policy: policies[jobKinds[kind].order], ...optionsOf(kind) })
      await boss.updateQueue(kind, optionsOf(kind))
    }
  } finally {
    await boss.stop({ graceful: false })
  }
}

/** The engine's migrations leave the building of indexes to itself. */
async function untilIndexed(boss: PgBoss): Promise<void> {
  for (;;) {
    const entries = await boss.getBamStatus()
    if (entries.every(({ status }) => status === 'completed' || status === 'failed')) return
    await sleep(200)
  }
}

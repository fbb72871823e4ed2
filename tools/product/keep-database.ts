import type { EmbeddedPostgres } from '@app/embedded-postgres'
import { type Clock, wallClock } from './readiness.ts'
import { complain, say } from './say.ts'

const lookEveryMs = 250
const firstDelayMs = 100
const attemptLimit = 5
/** A server that ran this long has recovered, so its next end counts as the first one again. */
const stableAfterMs = 60_000

/** What is needed of a server here. */
export type KeptServer = Pick<EmbeddedPostgres, 'isRunning' | 'stop'>

export interface KeptDatabase {
  /** Settles when the database stays down: stopped on request, or abandoned after too many ends in a row. */
  readonly done: Promise<'stopped' | 'gave up'>
  readonly stop: () => Promise<void>
}

/**
 * Starts the embedded database again when its server is killed. It may have been taken over from an earlier start, and
 * then it is no child of ours: so its process is looked at, a few times a second.
 */
export function keepDatabase(
  first: KeptServer,
  startAgain: () => Promise<KeptServer>,
  clock: Clock = wallClock,
): KeptDatabase {
  const stopping = new AbortController()
  let server: KeptServer | undefined = first

  async function keepRunning(): Promise<'stopped' | 'gave up'> {
    for (let attempt = 1; ; attempt += 1) {
      const startedAt = clock.now()
      while (server?.isRunning() && !stopping.signal.aborted) await clock.sleep(lookEveryMs, stopping.signal)
      if (stopping.signal.aborted) return 'stopped'

      if (server && clock.now() - startedAt > stableAfterMs) attempt = 1
      if (attempt > attemptLimit) {
        complain(`PostgreSQL stays down after ${attemptLimit} attempts. Stop and start the product to try again.`)
        return 'gave up'
      }
      complain(`PostgreSQL has ended; starting it again (attempt ${attempt} of ${attemptLimit})`)
      try {
        // Gives up the folder. After a start that failed there is nothing to give up.
        await server?.stop()
        server = undefined
        server = await startAgain()
        say('PostgreSQL is running again')
      } catch (error) {
        complain((error as Error).message)
        await clock.sleep(firstDelayMs * 2 ** attempt, stopping.signal)
      }
    }
  }

  const done = keepRunning()
  return {
    done,
    async stop() {
      stopping.abort()
      await done
      await server?.stop()
    },
  }
}

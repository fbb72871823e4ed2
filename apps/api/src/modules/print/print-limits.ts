import { sql } from 'kysely'
import type { Pool } from 'pg'
import { countRowsUpTo } from '../../db/keyset-page.ts'
import { columns, type Fragment, poolOf, type RowOf } from '../../db/sql.ts'
import { dayMs, sharedPoints } from '../../db/shared-points.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { PrintAssetEntity, PrintProofEntity, PrintTemplateEntity } from '../../entities/print.entity.ts'
import { ProblemError } from '../../errors/errors.ts'
import { networkName, type PrintCaller } from './caller.ts'
import type { WorkspaceEntity } from '../../entities/customers.entity.ts'

export type PrintLimits = ReturnType<typeof printLimits>

/** Daily megabytes per allowed write per minute: 240 and 960 in total by default. */
const megabytesPerWrite = { uploads: 4, proofs: 16 }
type Stored = keyof typeof megabytesPerWrite

const proof = columns(PrintProofEntity)

const bytesPerKilobyte = 1024
const kilobytesPerMegabyte = 1024
/** Roughly the duration of one proof. */
const waitingRetrySeconds = 5

const stored = (pool: Pool, kind: Stored) => sharedPoints(pool, `print-${kind}`, dayMs)

/** Counts the bytes of a finished proof's files. */
export async function countProofFiles(em: EntityManager, network: string, bytes: number): Promise<void> {
  await stored(await poolOf(em), 'proofs').take(network, Math.ceil(bytes / bytesPerKilobyte))
}

function assertBelow({ taken, msLeft }: { taken: number; msLeft: number }, megabytes: number): void {
  if (taken <= megabytes * kilobytesPerMegabyte) return
  const detail = `Your network has reached the limit of ${megabytes} MB a day. Try again later.`
  throw new ProblemError(429, 'rate_limited', detail, { retryAfterSeconds: Math.max(1, Math.ceil(msLeft / 1000)) })
}

/** The limits of one network on proofs and uploads, regardless of its number of keys, because sandbox keys are free. */
export function printLimits(em: EntityManager, writesPerMinute: number) {
  const megabytes = (kind: Stored) => megabytesPerWrite[kind] * writesPerMinute
  /** The number of proofs that the network may request in a minute. */
  const maxWaiting = writesPerMinute

  return {
    /** Counts an upload. @throws {ProblemError} 429 when the network has stored too much today */
    async takeUpload(caller: PrintCaller, bytes: number): Promise<void> {
      const points = stored(await poolOf(em), 'uploads')
      assertBelow(await points.take(networkName(caller), Math.ceil(bytes / bytesPerKilobyte)), megabytes('uploads'))
    },

    /**
     * @throws {ProblemError} 429 when the network has too many waiting proofs, or exceeds today's limit on file sizes
     */
    async requireRoomForProof(caller: PrintCaller): Promise<void> {
      const network = networkName(caller)
      const points = stored(await poolOf(em), 'proofs')
      const isWaiting = [sql`${proof.status} = 'rendering'`, sql`${proof.caller} = ${network}`]
      const [waiting, files] = await Promise.all([
        countRowsUpTo(em.fork({ useContext: false }), PrintProofEntity, isWaiting, maxWaiting),
        points.look(network),
      ])
      assertBelow(files, megabytes('proofs'))
      if (waiting.total < maxWaiting) return
      const detail = `Your network has reached the maximum of ${maxWaiting} waiting proofs. Wait until some of them are ready.`
      throw new ProblemError(429, 'rate_limited', detail, { retryAfterSeconds: waitingRetrySeconds })
    },
  }
}

type Mode = RowOf<typeof WorkspaceEntity>['mode']

const stores = { templates: PrintTemplateEntity, assets: PrintAssetEntity }

/**
 * Maximum templates, and maximum assets, of a sandbox, which anyone can create: 500 MB at most. Accounts have no limit.
 */
const maxInSandbox = 100

/**
 * Serializes uploads to a workspace until the transaction ends, so that counts are exact. Does not block its pieces.
 * Returns the workspace's mode.
 */
export async function lockWorkspace(transaction: EntityManager, id: string): Promise<Mode> {
  const { mode } = await tables(transaction)
    .selectFrom('workspace')
    .select('mode')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return mode
}

/** @throws {ProblemError} 409 when a sandbox has reached its maximum */
export async function requireRoom(
  transaction: EntityManager,
  mode: Mode,
  kind: keyof typeof stores,
  isOfWorkspace: Fragment,
): Promise<void> {
  if (mode !== 'sandbox') return
  const { total } = await countRowsUpTo(transaction, stores[kind], [isOfWorkspace], maxInSandbox)
  if (total < maxInSandbox) return
  const detail = `A sandbox key can have at most ${maxInSandbox} ${kind}. Delete one with DELETE /v1/${kind}/{id}.`
  throw new ProblemError(409, 'limit_reached', detail)
}

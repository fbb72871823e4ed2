import { createHash } from 'node:crypto'
import type { OperationId } from '@app/contract'
import { bodyHash, keyReused } from '../../db/idempotent-insert.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { type KeyedCaller, keyOwners, type PrintCaller } from './caller.ts'
import type { PrintLimits } from './print-limits.ts'

/** A keyed write of a caller, and the limits of its network. */
export interface KeyedWrite {
  caller: KeyedCaller
  idempotencyKey: string | undefined
  limits: PrintLimits
}

interface Write extends Pick<KeyedWrite, 'idempotencyKey'> {
  operation: OperationId
  caller: PrintCaller
  /** Everything in the caller's request. */
  request: object
}

export interface Written<Response> {
  response: Response
  /** False for the response to an earlier request with the same key. */
  isNew: boolean
}

/** Stores the request's record in a transaction, and returns the response. */
type Store<Response> = (transaction: EntityManager) => Promise<Response>

/**
 * Runs a write once per Idempotency-Key of its caller. A repeated request gets the same response.
 * @param prepare does slow work before the transaction begins
 * @throws {ProblemError} 422 when the key was used with another request
 */
export async function writeOnce<Response>(
  em: EntityManager,
  { operation, caller, idempotencyKey, request }: Write,
  prepare: () => Promise<Store<Response>>,
): Promise<Written<Response>> {
  if (idempotencyKey === undefined) return { response: await em.transactional(await prepare()), isNew: true }
  const requestHash = bodyHash(request)
  const hashes = keyOwners(caller).map((owner) =>
    createHash('sha256').update(`${operation} ${owner} ${idempotencyKey}`).digest('hex'),
  )
  const earlier = await find<Response>(em, hashes, requestHash)
  if (earlier) return earlier
  const store = await prepare()
  return em.transactional(async (transaction) => {
    const db = tables(transaction)
    const [hash = ''] = hashes
    // Of two concurrent requests, one waits here until the other has finished.
    const added = await db
      .insertInto('print_write')
      .values({ hash, workspace: caller.workspaceId ?? null, requestHash, response: null })
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .returning('hash')
      .executeTakeFirst()
    const other = added ? undefined : await find<Response>(transaction, hashes, requestHash)
    if (other) return other
    const response = await store(transaction)
    await db.updateTable('print_write').set({ response }).where('hash', '=', hash).execute()
    return { response, isNew: true }
  })
}

async function find<Response>(
  em: EntityManager,
  hashes: readonly string[],
  requestHash: string,
): Promise<Written<Response> | undefined> {
  const found = await tables(em)
    .selectFrom('print_write')
    .select(['requestHash', 'response'])
    .where('hash', 'in', [...hashes])
    .executeTakeFirst()
  if (!found) return undefined
  if (found.requestHash !== requestHash) throw keyReused()
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The same operation stored it.
  return { response: found.response as Response, isNew: false }
}

import { randomUUIDv7 } from 'node:crypto'
import type { Erasure, Person, PersonExport } from '@app/contract'
import { sql } from 'kysely'
import { poolOf } from '../../db/sql.ts'
import { sharedPoints } from '../../db/shared-points.ts'
import { invalidField, ProblemError } from '../../errors/errors.ts'
import { type FileStore, removeOrphaned } from '../print/files/file-store.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { type AccessLog, accessRow, type Reader } from './access-log.ts'
import { cancelPieces } from './person-in-pieces.ts'
import { countPerson, erasePerson, exportPerson } from './person.ts'

/** @throws {ProblemError} 404 when no lead or sample request has this id. */
const personOf = (em: EntityManager, id: string) =>
  tables(em)
    .selectFrom('lead')
    .select(['email', sql.lit<'leads' | 'sample_requests'>('leads').as('list')])
    .where('id', '=', id)
    .unionAll((eb) =>
      eb
        .selectFrom('sample_request')
        .select(['email', sql.lit<'leads' | 'sample_requests'>('sample_requests').as('list')])
        .where('id', '=', id),
    )
    .executeTakeFirstOrThrow(
      () => new ProblemError(404, 'not_found', 'The person was not found. They may have just been erased.'),
    )

/** Maximum exports, and maximum erasures, per account and minute, across all instances. */
const perMinute = 10

/** @throws {ProblemError} 429 */
async function countTowardLimit(em: EntityManager, what: 'export' | 'erase', staffId: string): Promise<void> {
  const { taken, msLeft } = await sharedPoints(await poolOf(em), 'privacy').take(`${what}:${staffId}`)
  if (taken <= perMinute) return
  const retryAfterSeconds = Math.max(1, Math.ceil(msLeft / 1000))
  const detail = `The limit is ${perMinute} people a minute. Try again in ${retryAfterSeconds} seconds.`
  throw new ProblemError(429, 'rate_limited', detail, { retryAfterSeconds })
}

/** @throws {ProblemError} 404 */
export async function readPerson(em: EntityManager, id: string): Promise<Person> {
  const { email } = await personOf(em, id)
  return { email, ...(await countPerson(em, { email })) }
}

const withoutCrm =
  'This file does not include data from the CRM. An operator can export that too, with `pnpm manage privacy export` and the email.'

/**
 * The document of the command line's export without the CRM's data: this process has no CRM token and does not wait for
 * the CRM.
 * @throws {ProblemError} 404, 429
 */
export async function exportOf(
  em: EntityManager,
  reader: Reader,
  { id, accessLog }: { id: string; accessLog: AccessLog },
): Promise<PersonExport> {
  const { email, list } = await personOf(em, id)
  await countTowardLimit(em, 'export', reader.staff.id)
  await accessLog.record(reader, { kind: 'privacy_export', list, recordId: id })
  return { note: withoutCrm, ...(await exportPerson(em, { email })) }
}

/**
 * Erases the person like the command line does, and logs the actor under the id of an erased record.
 * @throws {ProblemError} 404 when no record is left, also after a concurrent erasure; 400 for another email, 429
 */
export async function eraseOf(
  em: EntityManager,
  reader: Reader,
  { id, email: typed, files }: { id: string; email: string; files: FileStore },
): Promise<Erasure> {
  const { email, list } = await personOf(em, id)
  if (typed.trim().toLowerCase() !== email.toLowerCase()) throw invalidField('/email', 'is not this person’s email')
  await countTowardLimit(em, 'erase', reader.staff.id)
  await cancelPieces(em, { email })
  const { print, ...counts } = await em.transactional(async (transaction) => {
    const erased = await erasePerson(transaction, { email })
    // Waited for a concurrent erasure that deleted everything.
    if (erased.leads + erased.sampleRequests === 0) await personOf(transaction, id)
    await tables(transaction)
      .insertInto('access_entry')
      .values(accessRow(reader, { kind: 'privacy_erase', list, recordId: id }))
      .execute()
    return erased
  })
  // The person is erased. If a store is slow or down, housekeeping removes the files later.
  await removeOrphaned(em, files, print.hashes).catch(() => {})
  return { ...counts, proofs: print.proofs }
}

/** Logs an operator's export or erasure. */
export async function recordCommand(em: EntityManager, kind: 'privacy_export' | 'privacy_erase'): Promise<void> {
  await tables(em)
    .insertInto('access_entry')
    .values({ id: randomUUIDv7(), kind, actor: 'Command line', role: 'operator', network: 'local' })
    .execute()
}

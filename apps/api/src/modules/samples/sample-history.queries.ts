import type { SampleRequestHistoryEntry } from '@app/contract'
import { sampleAddressFields } from '@app/labels'
import { notFound } from '../../errors/errors.ts'
import { sql } from 'kysely'
import { fieldChanges } from '../changes/changes.queries.ts'
import { type EntityManager, tables } from '../../entities/database.ts'

/** Maximum number of changes, and of mails, shown for a request. */
const maxChanges = 20
const maxMails = 10

/** The fields that an entry lists. Excludes who set a mark, because that is the author of the change. */
const shownFields = ['printedAt', 'processed', 'trackingNumber', ...sampleAddressFields]

async function changesOf(em: EntityManager, id: string): Promise<SampleRequestHistoryEntry[]> {
  const changes = await tables(em)
    .selectFrom('record_change')
    .select(['reverts', 'createdAt', 'actor', 'actorId', 'version', 'before', 'after'])
    .where('recordId', '=', id)
    .where((eb) => sql<boolean>`${eb.ref('after')} ?| ${`{${shownFields.join()}}`}::text[]`)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(maxChanges)
    .execute()
  return changes.map(({ reverts, createdAt, actor, actorId, version, before, after }) => ({
    kind: reverts === null ? 'change' : 'undo',
    at: createdAt.toISOString(),
    by: actor ?? 'Staff',
    ...(actorId !== null && { byId: actorId }),
    ...(version !== null && { version }),
    changes: fieldChanges({ before, after }, shownFields),
  }))
}

async function mailsOf(em: EntityManager, id: string): Promise<SampleRequestHistoryEntry[]> {
  const mails = await tables(em)
    .selectFrom('message')
    .select(['createdAt', 'sentAt', 'actor', 'actorAccount', 'status', 'error'])
    .where('kind', '=', 'samples_sent')
    .where('sampleRequest', '=', id)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(maxMails)
    .execute()
  return mails.map(({ sentAt, createdAt, actor, actorAccount, status, error }) => ({
    kind: 'mail',
    at: (sentAt ?? createdAt).toISOString(),
    by: actor ?? 'Staff',
    ...(actorAccount !== null && { byId: actorAccount }),
    changes: [],
    mailStatus: status,
    ...(error !== null && { mailError: error }),
  }))
}

/**
 * Staff changes to a request, and the mails to its requester, newest first.
 * @throws {ProblemError} 404 when no request has this id.
 */
export async function listHistory(em: EntityManager, id: string): Promise<SampleRequestHistoryEntry[]> {
  await tables(em)
    .selectFrom('sample_request')
    .select('id')
    .where('id', '=', id)
    .where('isSpam', '=', false)
    .executeTakeFirstOrThrow(() => notFound('sample request'))
  const [changes, mails] = await Promise.all([changesOf(em, id), mailsOf(em, id)])
  return [...mails, ...changes].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
}

import { randomUUIDv7 } from 'node:crypto'
import type { ReplyTemplate, ReplyTemplateInput } from '@app/contract'
import { sql } from 'kysely'
import { seenVersion, stale } from '../../db/if-match.ts'
import { announceChange } from '../../db/live-channel.ts'
import { notFound, ProblemError } from '../../errors.ts'
import { type EntityManager, tables } from '../database.ts'
import { assertMergeFields } from './merge-fields.ts'

const most = 200

const assertTemplate = ({ subject, body }: ReplyTemplateInput) => {
  assertMergeFields(subject, '/subject')
  assertMergeFields(body, '/body')
}

/** All templates, by name. */
export const listReplyTemplates = (em: EntityManager): Promise<ReplyTemplate[]> =>
  tables(em)
    .selectFrom('reply_template')
    .select(['id', 'name', 'subject', 'body', 'version'])
    .orderBy(sql`name collate "und-x-icu"`)
    .orderBy('id')
    .limit(most)
    .execute()

/** @throws {ProblemError} 400 for an unknown merge field, 409 when there are as many templates as there is room for. */
export const createReplyTemplate = (em: EntityManager, input: ReplyTemplateInput) =>
  em.transactional(async (transaction): Promise<ReplyTemplate> => {
    assertTemplate(input)
    // Two at once would both find room for the last one.
    await transaction.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', ['reply_template'])
    if ((await listReplyTemplates(transaction)).length === most) {
      throw new ProblemError(409, 'full', `There are ${most} templates, as many as there can be. Delete one first.`)
    }
    const id = randomUUIDv7()
    await tables(transaction)
      .insertInto('reply_template')
      .values({ id, ...input })
      .execute()
    await announceChange(transaction, 'messages', [{ id }])
    return { id, ...input, version: 1 }
  })

/** @throws {ProblemError} 404 when there is none, 412 when it has changed since it was read, 400 for an unknown merge field. */
export const updateReplyTemplate = (
  em: EntityManager,
  id: string,
  input: ReplyTemplateInput,
  ifMatch: string | undefined,
) =>
  em.transactional(async (transaction): Promise<ReplyTemplate> => {
    assertTemplate(input)
    const template = await tables(transaction)
      .selectFrom('reply_template')
      .select('version')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!template) throw notFound('template')
    const seen = seenVersion(ifMatch)
    if (seen !== null && seen !== template.version) throw stale()
    const version = template.version + 1
    await tables(transaction)
      .updateTable('reply_template')
      .set({ ...input, version })
      .where('id', '=', id)
      .execute()
    await announceChange(transaction, 'messages', [{ id }])
    return { id, ...input, version }
  })

/** @throws {ProblemError} 404 when there is none. */
export const deleteReplyTemplate = (em: EntityManager, id: string) =>
  em.transactional(async (transaction) => {
    const [deleted] = await tables(transaction)
      .deleteFrom('reply_template')
      .where('id', '=', id)
      .returning('id')
      .execute()
    if (!deleted) throw notFound('template')
    await announceChange(transaction, 'messages', [{ id }])
  })

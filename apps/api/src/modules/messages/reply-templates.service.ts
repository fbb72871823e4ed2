import type { ReplyTemplate, ReplyTemplateInput, StaffUser } from '@app/contract'
import { sql } from 'kysely'
import { withItsLastChange, withLastChange } from '../changes/changes.queries.ts'
import { createOne, deleteOne, editOne, type OneEdit } from '../changes/apply-edits.ts'
import { type Field, edited, recordType } from '../changes/record-type.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { assertMergeFields } from './merge-fields.ts'
import { ReplyTemplateEntity } from '../../entities/messages.entity.ts'

const maxTemplates = 200

const replyTemplateRecord = recordType({
  name: 'reply_template',
  label: 'template',
  entity: ReplyTemplateEntity,
  fields: { name: edited, subject: edited, body: edited } satisfies Record<keyof ReplyTemplateInput, Field>,
  live: 'messages',
  roles: ['owner', 'editor'],
  nameOf: ({ name }) => name,
  limit: {
    max: maxTemplates,
    detail: `You’ve reached the maximum of ${maxTemplates} templates. Delete one first.`,
  },
  canBeDeleted: true,
})

function assertTemplate({ subject, body }: ReplyTemplateInput): void {
  assertMergeFields(subject, '/subject')
  assertMergeFields(body, '/body')
}

const templates = (em: EntityManager) =>
  tables(em).selectFrom('reply_template').select(['id', 'name', 'subject', 'body', 'version'])

export async function listReplyTemplates(em: EntityManager): Promise<ReplyTemplate[]> {
  const found = await templates(em)
    .orderBy((eb) => sql`${eb.ref('name')} collate "und-x-icu"`)
    .orderBy('id')
    .limit(maxTemplates)
    .execute()
  return withLastChange(em, found)
}

const readTemplate = (em: EntityManager, id: string): Promise<ReplyTemplate> =>
  templates(em)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
    .then((template) => withItsLastChange(em, template))

/** @throws {ProblemError} 400 for an unknown merge field, 409 at the maximum number of templates. */
export function createReplyTemplate(em: EntityManager, staff: StaffUser, input: ReplyTemplateInput) {
  assertTemplate(input)
  return createOne(em, replyTemplateRecord, staff, () => input, readTemplate)
}

/** @throws {ProblemError} 404, 412 when the template has changed since it was read, 400 for an unknown merge field */
export function updateReplyTemplate(em: EntityManager, staff: StaffUser, edit: OneEdit<ReplyTemplateInput>) {
  assertTemplate(edit.patch)
  return editOne(em, replyTemplateRecord, staff, edit, readTemplate)
}

/** @throws {ProblemError} 404 */
export const deleteReplyTemplate = (em: EntityManager, staff: StaffUser, id: string) =>
  deleteOne(em, replyTemplateRecord, staff, id)

import type { PieceSize, PrintTemplate, PrintTemplateInput } from '@app/contract'
import { isHouseTemplateId } from '@app/print-engine/house'
import { type NewRowOf, now } from '../../../db/sql.ts'
import { forbidden, notFound, ProblemError } from '../../../errors/errors.ts'
import { type EntityManager, tables } from '../../../entities/database.ts'
import type { PrintTemplateVersionEntity } from '../../../entities/print.entity.ts'
import { newId } from '../../keys/base62.ts'
import { textFaultsIn } from '../field-fault.ts'
import { lockWorkspace, requireRoom } from '../print-limits.ts'
import { type KeyedWrite, type Written, writeOnce } from '../write-once.ts'
import { readWithAssets } from './read-with-assets.ts'
import { describeTemplate, readTemplate } from './template-reader.ts'
import { getOwnTemplate, isOfWorkspace, isOwn } from './templates.queries.ts'

const maxVersions = 200

/** @throws {ProblemError} 400 for text that PostgreSQL cannot store */
function checkText(texts: Record<string, string>): void {
  const errors = textFaultsIn('', texts)
  if (errors.length > 0) {
    throw new ProblemError(400, 'invalid_input', 'The template has characters that cannot be stored.', { errors })
  }
}

/** @throws {ProblemError} 403 for a built-in template */
function assertOwn(id: string): void {
  if (isHouseTemplateId(id))
    throw forbidden('This is a built-in template. To change it, save its HTML as your own template.')
}

const noTemplate = () => notFound('template')

async function addVersion(
  transaction: EntityManager,
  workspaceId: string,
  version: NewRowOf<typeof PrintTemplateVersionEntity>,
): Promise<PrintTemplate> {
  await tables(transaction).insertInto('print_template_version').values(version).execute()
  return getOwnTemplate(transaction, workspaceId, version.template)
}

/** Reads HTML to store. Runs before the transaction, because a large template takes time. */
async function readNew(
  em: EntityManager,
  { caller, limits }: KeyedWrite,
  size: PieceSize,
  html: string,
): Promise<ReturnType<typeof describeTemplate>> {
  await limits.takeUpload(caller, Buffer.byteLength(html))
  return describeTemplate(await readWithAssets(em, caller, readTemplate, { size, html }))
}

/**
 * @throws {ProblemError} 400 for a template that takes too long to read, 409 when a sandbox key has too many templates,
 * 429 when its network stores too much.
 */
export function createTemplate(
  em: EntityManager,
  write: KeyedWrite,
  input: PrintTemplateInput,
): Promise<Written<PrintTemplate>> {
  const { Name, Size, Html } = input
  checkText({ Name, Html })
  const { workspaceId } = write.caller
  return writeOnce(em, { ...write, operation: 'createPrintTemplate', request: input }, async () => {
    const read = await readNew(em, write, Size, Html)
    return async (transaction) => {
      const mode = await lockWorkspace(transaction, workspaceId)
      await requireRoom(transaction, mode, 'templates', isOfWorkspace(workspaceId))
      const template = { id: newId('tmpl'), version: 1 }
      await tables(transaction)
        .insertInto('print_template')
        .values({ ...template, workspace: workspaceId, name: Name, size: Size })
        .execute()
      return addVersion(transaction, workspaceId, { template: template.id, version: 1, html: Html, ...read })
    }
  })
}

/**
 * @throws {ProblemError} 403 for a built-in template, 404 when the key has no such template, 409 when it has too many
 * versions, 429 when its network stores too much.
 */
export function addTemplateVersion(
  em: EntityManager,
  write: KeyedWrite,
  id: string,
  html: string,
): Promise<Written<PrintTemplate>> {
  checkText({ Html: html })
  const { workspaceId } = write.caller
  return writeOnce(em, { ...write, operation: 'createPrintTemplateVersion', request: { id, html } }, async () => {
    assertOwn(id)
    const { size } = await tables(em)
      .selectFrom('print_template')
      .select('size')
      .where(isOwn(workspaceId, id))
      .executeTakeFirstOrThrow(noTemplate)
    const read = await readNew(em, write, size, html)
    return async (transaction) => {
      const { version } = await tables(transaction)
        .updateTable('print_template')
        .set((eb) => ({ version: eb('version', '+', 1), updatedAt: now }))
        .where(isOwn(workspaceId, id))
        .returning('version')
        .executeTakeFirstOrThrow(noTemplate)
      if (version > maxVersions) {
        const detail = `A template can have at most ${maxVersions} versions. Create a new template with POST /v1/templates.`
        throw new ProblemError(409, 'limit_reached', detail)
      }
      return addVersion(transaction, workspaceId, { template: id, version, html, ...read })
    }
  })
}

/**
 * Waiting proofs keep its versions.
 * @throws {ProblemError} 403 for a built-in template, 404 when the key has no such template.
 */
export async function deleteTemplate(em: EntityManager, workspaceId: string, id: string): Promise<void> {
  assertOwn(id)
  await tables(em)
    .updateTable('print_template')
    .set({ deletedAt: now })
    .where(isOwn(workspaceId, id))
    .returning('id')
    .executeTakeFirstOrThrow(noTemplate)
}

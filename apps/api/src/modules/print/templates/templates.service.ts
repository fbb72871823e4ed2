import type { PieceSize, PrintTemplate, PrintTemplateInput } from '@app/contract'
import { isHouseTemplateId } from '@app/print-engine/house'
import { now } from '../../../db/sql.ts'
import { forbidden, notFound, ProblemError } from '../../../errors/errors.ts'
import { type EntityManager, tables } from '../../../entities/database.ts'
import type { KeyedCaller } from '../caller.ts'
import { newId } from '../../keys/base62.ts'
import { textFaultsIn } from '../field-fault.ts'
import { type PrintLimits, lockWorkspace, requireRoom } from '../print-limits.ts'
import { type Written, writeOnce } from '../write-once.ts'
import { readWithAssets } from './read-with-assets.ts'
import { describeTemplate, readTemplate } from './template-reader.ts'

const maxVersions = 200

/** @throws {ProblemError} 400 for text that PostgreSQL cannot store */
function checkText(texts: Record<string, string>): void {
  const errors = textFaultsIn('', texts)
  if (errors.length > 0) {
    throw new ProblemError(400, 'invalid_input', 'The template has characters that cannot be stored.', { errors })
  }
}

const ofHouse = () => forbidden('This is a built-in template. To change it, save its HTML as your own template.')

interface Version {
  id: string
  version: number
  html: string
  read: ReturnType<typeof describeTemplate>
}

const addVersion = (transaction: EntityManager, { id, version, html, read: { fields, lint } }: Version) =>
  tables(transaction)
    .insertInto('print_template_version')
    .values({ template: id, version, html, fields, lint })
    .execute()

const members = ['id', 'name', 'size', 'version', 'createdAt', 'updatedAt'] as const

const templateOf = (
  stored: { id: string; name: string; size: PieceSize; version: number; createdAt: Date; updatedAt: Date },
  { fields, lint }: Version['read'],
): PrintTemplate => ({
  Id: stored.id,
  Name: stored.name,
  Size: stored.size,
  Version: stored.version,
  House: false,
  Fields: fields,
  Lint: lint,
  CreatedAt: stored.createdAt.toISOString(),
  UpdatedAt: stored.updatedAt.toISOString(),
})

/** The owner of stored HTML, and the limits of their network. */
export interface TemplateWrite {
  caller: KeyedCaller
  idempotencyKey: string | undefined
  limits: PrintLimits
}

/** Reads HTML to store. Before the transaction: a large template takes a moment. */
async function readNew(
  em: EntityManager,
  { caller, limits }: TemplateWrite,
  size: PieceSize,
  html: string,
): Promise<Version['read']> {
  await limits.takeUpload(caller, Buffer.byteLength(html))
  return describeTemplate(await readWithAssets(em, caller, readTemplate, { size, html }))
}

/**
 * @throws {ProblemError} 400 for one that takes too long to read, 409 when the key of a sandbox has too many templates, 429 when its network
 * stores too much.
 */
export function createTemplate(
  em: EntityManager,
  write: TemplateWrite,
  input: PrintTemplateInput,
): Promise<Written<PrintTemplate>> {
  const { Name, Size, Html } = input
  checkText({ Name, Html })
  const { workspaceId } = write.caller
  return writeOnce(em, { ...write, operation: 'createPrintTemplate', request: input }, async () => {
    const read = await readNew(em, write, Size, Html)
    return async (transaction) => {
      const db = tables(transaction)
      // Serializes the creations of a workspace, so that the count is exact.
      const mode = await lockWorkspace(transaction, workspaceId)
      const { count } = await db
        .selectFrom('print_template')
        .select((eb) => eb.fn.countAll<string>().as('count'))
        .where('workspace', '=', workspaceId)
        .where('deletedAt', 'is', null)
        .executeTakeFirstOrThrow()
      requireRoom(mode, 'templates', count)
      const stored = await db
        .insertInto('print_template')
        .values({ id: newId('tmpl'), workspace: workspaceId, name: Name, size: Size, version: 1 })
        .returning(members)
        .executeTakeFirstOrThrow()
      await addVersion(transaction, { id: stored.id, version: 1, html: Html, read })
      return templateOf(stored, read)
    }
  })
}

/**
 * @throws {ProblemError} 403 for a built-in template, 404 without one of this key, 409 when it has too many versions, 429 when
 * its network stores too much.
 */
export function addTemplateVersion(
  em: EntityManager,
  write: TemplateWrite,
  id: string,
  html: string,
): Promise<Written<PrintTemplate>> {
  checkText({ Html: html })
  return writeOnce(em, { ...write, operation: 'createPrintTemplateVersion', request: { id, html } }, async () => {
    const { size } = await ownTemplate(em, write.caller.workspaceId, id)
    const read = await readNew(em, write, size, html)
    return async (transaction) => {
      const stored = await tables(transaction)
        .updateTable('print_template')
        .set((eb) => ({ version: eb('version', '+', 1), updatedAt: now }))
        .where('id', '=', id)
        .where('deletedAt', 'is', null)
        .returning(members)
        .executeTakeFirst()
      if (!stored) throw notFound('template')
      if (stored.version > maxVersions) {
        const detail = `A template can have at most ${maxVersions} versions. Create a new template with POST /v1/templates.`
        throw new ProblemError(409, 'limit_reached', detail)
      }
      await addVersion(transaction, { id, version: stored.version, html, read })
      return templateOf(stored, read)
    }
  })
}

/** @throws {ProblemError} 403 for a built-in template, 404 without one of this key. */
async function ownTemplate(em: EntityManager, workspaceId: string, id: string): Promise<{ size: PieceSize }> {
  if (isHouseTemplateId(id)) throw ofHouse()
  const found = await tables(em)
    .selectFrom('print_template')
    .select('size')
    .where('id', '=', id)
    .where('workspace', '=', workspaceId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (!found) throw notFound('template')
  return found
}

/**
 * Proofs that wait to be printed keep its versions.
 * @throws {ProblemError} 403 for a built-in template, 404 without one of this key.
 */
export async function deleteTemplate(em: EntityManager, workspaceId: string, id: string): Promise<void> {
  if (isHouseTemplateId(id)) throw ofHouse()
  const deleted = await tables(em)
    .updateTable('print_template')
    .set({ deletedAt: now })
    .where('id', '=', id)
    .where('workspace', '=', workspaceId)
    .where('deletedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!deleted) throw notFound('template')
}

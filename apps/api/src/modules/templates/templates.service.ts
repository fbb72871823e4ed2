import { randomUUIDv7 } from 'node:crypto'
import type { SampleTemplate, SampleTemplateInput } from '@app/contract'
import { seenVersion, stale } from '../../db/if-match.ts'
import { notFound } from '../../errors.ts'
import { type EntityManager, tables } from '../database.ts'

const fieldsOf = ({ name, type, frontImageUrl, backImageUrl, description, active }: SampleTemplateInput) =>
  ({
    name: name.trim(),
    type,
    frontImageUrl: frontImageUrl || null,
    backImageUrl: backImageUrl || null,
    description: description?.trim() ?? '',
    active,
  }) satisfies Record<keyof SampleTemplateInput, unknown>

const members = [
  'id',
  'name',
  'type',
  'frontImageUrl',
  'backImageUrl',
  'description',
  'active',
  'createdAt',
  'version',
] as const satisfies (keyof SampleTemplate)[]

export async function createTemplate(em: EntityManager, template: SampleTemplateInput): Promise<SampleTemplate> {
  const { createdAt, ...stored } = await tables(em)
    .insertInto('sample_template')
    .values({ id: randomUUIDv7(), ...fieldsOf(template), version: 1 })
    .returning(members)
    .executeTakeFirstOrThrow()
  return { ...stored, createdAt: createdAt.toISOString() }
}

/** @throws {ProblemError} 404 when no template has this id, 412 when it has changed since the caller read it. */
export async function updateTemplate(
  em: EntityManager,
  id: string,
  template: SampleTemplateInput,
  ifMatch: string | undefined,
): Promise<SampleTemplate> {
  const seen = seenVersion(ifMatch)
  const update = tables(em)
    .updateTable('sample_template')
    .set((eb) => ({ ...fieldsOf(template), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returning(members)
  const changed = await (
    seen === null ? update : update.where((eb) => eb(eb.cast<number>('version', 'bigint'), '=', seen))
  ).executeTakeFirst()
  if (changed) return { ...changed, createdAt: changed.createdAt.toISOString() }
  const existing = await tables(em).selectFrom('sample_template').select('id').where('id', '=', id).executeTakeFirst()
  throw existing ? stale() : notFound('sample template')
}

/** @throws {ProblemError} 404 when no template has this id. */
export async function deleteTemplate(em: EntityManager, id: string): Promise<void> {
  const deleted = await tables(em).deleteFrom('sample_template').where('id', '=', id).returning('id').executeTakeFirst()
  if (!deleted) throw notFound('sample template')
}

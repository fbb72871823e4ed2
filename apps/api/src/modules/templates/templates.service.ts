import { randomUUIDv7 } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { SampleTemplate, SampleTemplateInput } from '@app/contract'
import { seenVersion, stale } from '../../db/if-match.ts'
import { notFound } from '../../errors.ts'
import { templateColumns } from './templates.queries.ts'

const valuesOf = ({ name, type, frontImageUrl, backImageUrl, description, active }: SampleTemplateInput) => [
  name.trim(),
  type,
  frontImageUrl || null,
  backImageUrl || null,
  description?.trim() ?? '',
  active,
]

export async function createTemplate(em: EntityManager, template: SampleTemplateInput): Promise<SampleTemplate> {
  const [row] = await em.execute<[SampleTemplate]>(
    `insert into sample_template (id, name, type, front_image_url, back_image_url, description, active, version)
     values (?, ?, ?, ?, ?, ?, ?, 1) returning ${templateColumns}`,
    [randomUUIDv7(), ...valuesOf(template)],
  )
  return row
}

/** @throws {ProblemError} 404 when no template has this id, 412 when it has changed since the caller read it. */
export async function updateTemplate(
  em: EntityManager,
  id: string,
  template: SampleTemplateInput,
  ifMatch: string | undefined,
): Promise<SampleTemplate> {
  const seen = seenVersion(ifMatch)
  const [row] = await em.execute<SampleTemplate[]>(
    `update sample_template
        set name = ?, type = ?, front_image_url = ?, back_image_url = ?, description = ?, active = ?,
            version = version + 1
      where id = ? and version = coalesce(?::bigint, version)
      returning ${templateColumns}`,
    [...valuesOf(template), id, seen],
  )
  if (row) return row
  const [exists] = await em.execute<unknown[]>('select 1 from sample_template where id = ?', [id])
  throw exists ? stale() : notFound('sample template')
}

/** @throws {ProblemError} 404 when no template has this id. */
export async function deleteTemplate(em: EntityManager, id: string): Promise<void> {
  const [gone] = await em.execute<unknown[]>('delete from sample_template where id = ? returning id', [id])
  if (!gone) throw notFound('sample template')
}

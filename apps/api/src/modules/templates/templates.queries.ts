import { randomUUIDv7 } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { ActiveSampleTemplate, Input, SampleTemplate, SampleTemplateInput } from '@app/contract'
import { seenVersion, stale } from '../../db/if-match.ts'
import { isoInstant } from '../../db/iso-instant.ts'
import { keysetPage, type Page } from '../../db/keyset-page.ts'
import { notFound } from '../../errors.ts'

const publicColumns = `id, name, type, front_image_url as "frontImageUrl", back_image_url as "backImageUrl", description`
const columns = `${publicColumns}, active, ${isoInstant('created_at')} as "createdAt", version`

/** One page of templates, newest first. */
export const listTemplates = (
  em: EntityManager,
  { limit, cursor }: Input<'listSampleTemplates'>['query'],
): Promise<Page<SampleTemplate>> => keysetPage(em, { table: 'sample_template', columns, where: [], limit, cursor })

/** Templates that visitors may see, newest first. */
export const listActiveTemplates = (em: EntityManager): Promise<ActiveSampleTemplate[]> =>
  em.execute<ActiveSampleTemplate[]>(
    `select ${publicColumns} from sample_template where active order by created_at desc, id desc limit 200`,
  )

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
     values (?, ?, ?, ?, ?, ?, ?, 1) returning ${columns}`,
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
      returning ${columns}`,
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

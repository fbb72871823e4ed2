import { PublicSampleTemplate, type Input, SampleTemplate } from '@app/contract'
import { sql } from 'kysely'
import * as Type from 'typebox'
import { keysetPage, type Page } from '../../db/keyset-page.ts'
import { columns, select } from '../../db/sql.ts'
import { notFound } from '../../errors/errors.ts'
import { withItsLastChange, withLastChange } from '../changes/changes.queries.ts'
import type { EntityManager } from '../../entities/database.ts'
import { SampleTemplateEntity } from '../../entities/samples.entity.ts'

const { active, createdAt, id } = columns(SampleTemplateEntity)
const toStaff = select(SampleTemplateEntity, Type.Omit(SampleTemplate, ['changedAt', 'changedBy']))
const toVisitors = select(SampleTemplateEntity, PublicSampleTemplate)

export async function listTemplates(
  em: EntityManager,
  { limit, cursor }: Input<'listSampleTemplates'>['query'],
): Promise<Page<SampleTemplate>> {
  const page = await keysetPage(em, { entity: SampleTemplateEntity, selection: toStaff, where: [], limit, cursor })
  return { ...page, rows: await withLastChange(em, page.rows) }
}

/** @throws {ProblemError} 404 when no template has this id. */
export async function readTemplate(em: EntityManager, templateId: string): Promise<SampleTemplate> {
  const found = await toStaff.readOne(em, sql`where ${id} = ${templateId}`, () => notFound('sample template'))
  return withItsLastChange(em, found)
}

export const listActiveTemplates = (em: EntityManager): Promise<PublicSampleTemplate[]> =>
  toVisitors.read(em, sql`where ${active} order by ${createdAt} desc, ${id} desc limit 200`)

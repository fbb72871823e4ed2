import type { EntityManager } from '@mikro-orm/postgresql'
import { ActiveSampleTemplate, type Input, SampleTemplate } from '@app/contract'
import { columnsOf, selection } from '../../db/columns.ts'
import { keysetPage, type Page } from '../../db/keyset-page.ts'
import { SampleTemplateEntity } from './templates.entity.ts'

const { active, createdAt, id } = columnsOf(SampleTemplateEntity)
const toStaff = selection(SampleTemplateEntity, SampleTemplate)
const toVisitors = selection(SampleTemplateEntity, ActiveSampleTemplate)

/** One page of templates, newest first. */
export const listTemplates = (
  em: EntityManager,
  { limit, cursor }: Input<'listSampleTemplates'>['query'],
): Promise<Page<SampleTemplate>> =>
  keysetPage(em, { entity: SampleTemplateEntity, selection: toStaff, where: [], limit, cursor })

/** Templates that visitors may see, newest first. */
export const listActiveTemplates = async (em: EntityManager): Promise<ActiveSampleTemplate[]> =>
  toVisitors.rows(
    await em.execute(
      `select ${toVisitors.sql} from ${SampleTemplateEntity.tableName}
        where ${active} order by ${createdAt} desc, ${id} desc limit 200`,
    ),
  )

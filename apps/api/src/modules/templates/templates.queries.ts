import type { EntityManager } from '@mikro-orm/postgresql'
import type { ActiveSampleTemplate, Input, SampleTemplate } from '@app/contract'
import { isoInstant } from '../../db/iso-instant.ts'
import { keysetPage, type Page } from '../../db/keyset-page.ts'

const publicColumns = `id, name, type, front_image_url as "frontImageUrl", back_image_url as "backImageUrl", description`
/** SQL for a template as the contract shows it to staff. */
export const templateColumns = `${publicColumns}, active, ${isoInstant('created_at')} as "createdAt", version`

/** One page of templates, newest first. */
export const listTemplates = (
  em: EntityManager,
  { limit, cursor }: Input<'listSampleTemplates'>['query'],
): Promise<Page<SampleTemplate>> =>
  keysetPage(em, { table: 'sample_template', columns: templateColumns, where: [], limit, cursor })

/** Templates that visitors may see, newest first. */
export const listActiveTemplates = (em: EntityManager): Promise<ActiveSampleTemplate[]> =>
  em.execute<ActiveSampleTemplate[]>(
    `select ${publicColumns} from sample_template where active order by created_at desc, id desc limit 200`,
  )

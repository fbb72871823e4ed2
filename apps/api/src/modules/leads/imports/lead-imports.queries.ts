import { type Input, LeadImport } from '@app/contract'
import { sql } from 'kysely'
import * as Type from 'typebox'
import { keysetPage } from '../../../db/keyset-page.ts'
import { prepared, reader, columns, select, table } from '../../../db/sql.ts'
import { notFound } from '../../../errors/errors.ts'
import { RecordChangeEntity } from '../../../entities/changes.entity.ts'
import type { EntityManager } from '../../../entities/database.ts'
import { LeadEntity, LeadImportEntity } from '../../../entities/leads.entity.ts'
import { MessageEntity } from '../../../entities/messages.entity.ts'

const brought = columns(LeadImportEntity, LeadImportEntity.tableName)
const leads = table(LeadEntity)
const lead = columns(LeadEntity, LeadEntity.tableName)
const other = columns(LeadEntity, 'other')
const change = columns(RecordChangeEntity)
const message = columns(MessageEntity, MessageEntity.tableName)

const shown = select(LeadImportEntity, LeadImport, {
  by: brought.staffName,
  left: sql`(select count(*)::int from ${leads} where ${lead.importId} = ${brought.id})`,
})

export const listImports = (em: EntityManager, { limit, cursor }: Input<'listLeadImports'>['query']) =>
  keysetPage(em, { entity: LeadImportEntity, selection: shown, where: [], limit, cursor })

/** @throws {ProblemError} 404 when no import has this id. */
export const readImport = (em: EntityManager, id: string): Promise<LeadImport> =>
  shown.readOne(em, sql`where ${brought.id} = ${id}`, () => notFound('import'))

const reason = prepared(sql`
  case when ${lead.crmSyncedAt} is not null or ${lead.crmCreating} is not null or ${lead.crmOrganizationId} is not null
         or ${lead.crmPersonId} is not null or ${lead.crmLeadId} is not null then 'crm'
       when ${lead.mergedInto} is not null
         or exists (select from ${leads} as other where ${other.mergedInto} = ${lead.id}) then 'merged'
       when ${lead.version} > 1 or ${lead.isSpam}
         or exists (select from ${table(RecordChangeEntity)} where ${change.recordId} = ${lead.id})
         or exists (select from ${table(MessageEntity)} where ${message.lead} = ${lead.id}) then 'changed' end`)

const judged = reader(
  Type.Object({ id: Type.String(), reason: Type.Union([Type.Enum(['crm', 'merged', 'changed']), Type.Null()]) }),
)

/** The leads of an import, each with the reason why it cannot be undone, or null. */
export const judgeLeads = (transaction: EntityManager, id: string) =>
  judged(
    transaction,
    sql`select ${lead.id} as id, ${reason} as reason from ${leads} where ${lead.importId} = ${id} order by ${lead.id}`,
  )

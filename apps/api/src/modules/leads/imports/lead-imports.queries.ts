import { type Input, LeadImport } from '@app/contract'
import * as Type from 'typebox'
import { checkedRows } from '../../../db/checked-rows.ts'
import { columnsOf, selection } from '../../../db/columns.ts'
import { keysetPage, type Page } from '../../../db/keyset-page.ts'
import { notFound } from '../../../errors/errors.ts'
import { changeColumns as change, changeTable } from '../../../entities/change-columns.ts'
import type { EntityManager } from '../../../entities/database.ts'
import { messageColumns as message } from '../../../entities/message-columns.ts'
import { LeadEntity } from '../../../entities/leads.entity.ts'
import { LeadImportEntity } from '../../../entities/lead-imports.entity.ts'

const { tableName } = LeadImportEntity
const { tableName: leadTable } = LeadEntity
const brought = columnsOf(LeadImportEntity)
const lead = columnsOf(LeadEntity)

const shown = selection(LeadImportEntity, LeadImport, {
  by: brought.staffName,
  left: `(select count(*)::int from ${leadTable} where ${leadTable}.${lead.importId} = ${tableName}.${brought.id})`,
})

/** One page of the imports, the newest first. */
export const listImports = (
  em: EntityManager,
  { limit, cursor }: Input<'listLeadImports'>['query'],
): Promise<Page<LeadImport>> => keysetPage(em, { entity: LeadImportEntity, selection: shown, where: [], limit, cursor })

/** @throws {ProblemError} 404 when no import has this id. */
export async function readImport(em: EntityManager, id: string): Promise<LeadImport> {
  const [row] = shown.rows(await em.execute(`select ${shown.sql} from ${tableName} where ${brought.id} = ?`, [id]))
  if (!row) throw notFound('import')
  return row
}

const reason = `
  case when ${lead.crmSyncedAt} is not null or ${lead.crmCreating} is not null or ${lead.crmOrganizationId} is not null
         or ${lead.crmPersonId} is not null or ${lead.crmLeadId} is not null then 'crm'
       when ${lead.mergedInto} is not null
         or exists (select from ${leadTable} as other where other.${lead.mergedInto} = ${leadTable}.${lead.id}) then 'merged'
       when ${lead.version} > 1 or ${lead.isSpam}
         or exists (select from ${changeTable} where ${change.recordId} = ${leadTable}.${lead.id})
         or exists (select from message where ${message.lead} = ${leadTable}.${lead.id}) then 'changed' end`

const judged = checkedRows(
  Type.Object({ id: Type.String(), reason: Type.Union([Type.Enum(['crm', 'merged', 'changed']), Type.Null()]) }),
)

/** The leads of an import, each with the reason why it cannot be taken back, or null. */
export const judgeLeads = async (transaction: EntityManager, id: string) =>
  judged(
    await transaction.execute(
      `select ${lead.id} as id, ${reason} as reason
         from ${leadTable} where ${lead.importId} = ? order by ${lead.id}`,
      [id],
    ),
  )

import type { LeadRoutingSettings, LeadRoutingSettingsInput, StaffUser } from '@app/contract'
import { withItsLastChange } from '../changes/changes.queries.ts'
import { editOne } from '../changes/apply-edits.ts'
import { type Field, edited, recordType } from '../changes/record-type.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { assignees } from '../staff/assignees.ts'
import { leadRoutingSettingId, LeadRoutingSettingEntity } from '../../entities/messages.entity.ts'

const leadRoutingRecord = recordType({
  name: 'lead_routing',
  label: 'settings',
  entity: LeadRoutingSettingEntity,
  fields: { confirmsVisitors: edited, mailsRequesters: edited, assigneeIds: edited } satisfies Record<
    keyof LeadRoutingSettingsInput,
    Field
  >,
  live: 'messages',
  roles: ['owner'],
  references: { assigneeIds: assignees },
})

export const routingSettings = (em: EntityManager) =>
  tables(em)
    .selectFrom('lead_routing_setting')
    .select(['id', 'confirmsVisitors', 'mailsRequesters', 'assigneeIds', 'version'])
    .executeTakeFirstOrThrow()

export async function getLeadRoutingSettings(em: EntityManager, canMail: boolean): Promise<LeadRoutingSettings> {
  const { id: _id, ...stored } = await withItsLastChange(em, await routingSettings(em))
  return { ...stored, canMail }
}

/** @throws {ProblemError} 400 unless all assignees may own leads, 412 when the settings have changed since they were read. */
export function updateLeadRoutingSettings(
  em: EntityManager,
  staff: StaffUser,
  input: LeadRoutingSettingsInput,
  { ifMatch, canMail }: { ifMatch: string | undefined; canMail: boolean },
) {
  const patch = { ...input, assigneeIds: [...new Set(input.assigneeIds)] }
  const read = (transaction: EntityManager) => getLeadRoutingSettings(transaction, canMail)
  return editOne(em, leadRoutingRecord, staff, { id: leadRoutingSettingId, ifMatch, patch }, read)
}

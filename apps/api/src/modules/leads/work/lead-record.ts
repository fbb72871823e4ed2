import { fieldNames, type LeadPipelineField, leadPipelineFields } from '@app/labels'
import { sql } from 'kysely'
import * as Type from 'typebox'
import { now } from '../../../db/sql.ts'
import { settledSpam, spamFields } from '../../spam/spam.ts'
import { invalidField, notFound, ProblemError } from '../../../errors/errors.ts'
import {
  converted,
  edited,
  type Field,
  type Proposal,
  type RecordType,
  recordType,
  type Reference,
  type StateOf,
} from '../../changes/record-type.ts'
import { lockRecords, type Stored } from '../../changes/stored-records.ts'
import { type EntityManager, tables } from '../../../entities/database.ts'
import { assignees } from '../../staff/assignees.ts'
import { LeadEntity } from '../../../entities/leads.entity.ts'
import { isKeptFromCrm } from '../imports/kept-from-crm.ts'

/** US dollars, stored as cents. */
const dollars = converted(
  Type.Union([Type.Number(), Type.Null()]),
  'wonCents',
  (column) => sql`${column} / 100.0`,
  (value) => (value === null ? null : Math.round(value * 100)),
)

/** The fields that staff edit. */
export const pipelineFields: readonly LeadPipelineField[] = fieldNames(leadPipelineFields)

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Each name becomes a member.
const pipeline = Object.fromEntries(pipelineFields.map((name) => [name, edited])) as Record<LeadPipelineField, Field>

const fields = {
  ...pipeline,
  wonValue: dollars,
  mergedInto: edited,
  isSpam: edited,
  ...spamFields,
} satisfies Record<string, Field>

/** The fields of a lead that staff edit, and the fields derived from the spam mark. */
export type LeadState = StateOf<typeof LeadEntity, typeof fields>
export type LeadRecord = Stored<LeadState>

/** Fields without free text. */
const valueFields = { ownerId: true, stage: true, lostReason: true, wonValue: true, nextStepOn: true } as const
type PipelineText = Exclude<LeadPipelineField, keyof typeof valueFields>

export const pipelineTexts = pipelineFields.filter((name): name is PipelineText => !Object.hasOwn(valueFields, name))

const leads: Reference = {
  detail: 'must be a lead',
  find: (transaction, ids) =>
    tables(transaction)
      .selectFrom('lead')
      .select('id')
      .where('id', 'in', [...ids])
      .execute(),
}

const trimmed = (text: string | null): string | null => text?.trim() || null

/** The range of next-step days that the index sorts. */
const firstDay = '2000-01-01'
const lastDay = '2999-12-31'

const isCents = (value: number): boolean => Number(value.toFixed(2)) === value

const merged = () =>
  new ProblemError(409, 'lead_merged', 'The lead was merged into another one. Change that one, or undo the merge.')

/**
 * Applies the stage rules: a lost lead has a reason, and only a won lead has a value. A change of stage clears them.
 */
function settle({ before, after, patch, action, actor, pointer }: Proposal<LeadState>): LeadState {
  if (before.mergedInto && action === 'update' && patch.isSpam === undefined) throw merged()
  const { stage, lostReason, wonValue, nextStepOn } = after
  if (stage === 'lost' && !lostReason) throw invalidField(`${pointer}/lostReason`, 'is required for a lost lead')
  for (const name of ['lostReason', 'lostNote'] as const) {
    if (stage !== 'lost' && trimmed(patch[name] ?? null)) {
      throw invalidField(`${pointer}/${name}`, 'must be omitted unless the lead is lost')
    }
  }
  if (stage !== 'won' && typeof patch.wonValue === 'number') {
    throw invalidField(`${pointer}/wonValue`, 'must be omitted unless the lead is won')
  }
  if (wonValue !== null && !isCents(wonValue)) {
    throw invalidField(`${pointer}/wonValue`, 'must have no more than two decimals')
  }
  if (nextStepOn !== null && (nextStepOn < firstDay || nextStepOn > lastDay)) {
    throw invalidField(`${pointer}/nextStepOn`, `must be between ${firstDay} and ${lastDay}`)
  }
  const settled = {
    ...after,
    ...Object.fromEntries(pipelineTexts.map((name) => [name, trimmed(after[name])])),
    ...(stage !== 'lost' && { lostReason: null, lostNote: null }),
    wonValue: stage === 'won' ? wonValue : null,
  }
  return settledSpam(before, settled, actor)
}

export const leadRecord: RecordType<LeadState> = recordType({
  name: 'lead',
  label: 'lead',
  entity: LeadEntity,
  fields,
  live: 'leads',
  roles: ['owner', 'editor'],
  scope: 'leads:write',
  isHidden: ({ isSpam }) => isSpam,
  settle,
  references: { ownerId: assignees, mergedInto: leads },
  /** Sends a lead that is cleared of spam to the CRM, unless its import excludes it. */
  async follow(transaction, writes) {
    const cleared = writes.flatMap(({ id, before, after }) => (before?.isSpam && after && !after.isSpam ? id : []))
    if (cleared.length === 0) return
    await tables(transaction)
      .updateTable('lead')
      .set({ crmEnqueuedAt: now })
      .where('id', 'in', cleared)
      .where(isKeptFromCrm)
      .execute()
  },
})

/** False for an account that is disabled or has a view-only role. */
export const canOwn = async (transaction: EntityManager, ownerId: string | null): Promise<boolean> =>
  ownerId === null || (await assignees.find(transaction, [ownerId], false)).length > 0

/** @throws {ProblemError} 400 unless the account can own leads. */
export async function assertOwner(transaction: EntityManager, ownerId: string | null, pointer: string): Promise<void> {
  if (!(await canOwn(transaction, ownerId))) throw invalidField(pointer, assignees.detail)
}

/**
 * Locks leads that staff can work on.
 * @throws {ProblemError} 404 when one does not exist, 409 when one was merged into another.
 */
export async function lockWorkable(transaction: EntityManager, ids: readonly string[]): Promise<LeadRecord[]> {
  const locked = await lockRecords(transaction, leadRecord, ids)
  return ids.map((id) => {
    const lead = locked.get(id)
    if (!lead || lead.state.isSpam) throw notFound('lead')
    if (lead.state.mergedInto) throw merged()
    return lead
  })
}

import type { NotificationRule, NotificationRuleInput, StaffUser } from '@app/contract'
import * as Type from 'typebox'
import { forbidden, invalidField } from '../../errors/errors.ts'
import { createOne, deleteOne } from '../changes/apply-edits.ts'
import { type Field, converted, fixed, recordType } from '../changes/record-type.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { NotificationRuleEntity } from '../../entities/messages.entity.ts'

/** Maximum number of rules of one person, and of rules for everyone. */
const maxRules = 50

const targetId = converted(
  Type.Union([Type.String(), Type.Null()]),
  'target',
  (column) => column,
  (id) => id,
)

/** A person adds and deletes their own rules; an owner also those for everyone. */
const ruleRecord = recordType({
  name: 'notification_rule',
  label: 'rule',
  entity: NotificationRuleEntity,
  fields: {
    event: fixed,
    condition: fixed,
    volume: fixed,
    channel: fixed,
    targetId,
    staff: fixed,
    createdAt: fixed,
  } satisfies Record<Exclude<keyof NotificationRuleInput, 'isForAll'> | 'staff' | 'createdAt', Field>,
  live: 'messages',
  roles: ['owner', 'editor', 'viewer'],
  mayDelete: (staff, rule) => rule.staff === staff.id || (staff.role === 'owner' && rule.staff === null),
  references: {
    targetId: {
      detail: 'must be a target',
      find: (transaction, ids) =>
        tables(transaction)
          .selectFrom('message_target')
          .select('id')
          .where('id', 'in', [...ids])
          .where('workspace', 'is', null)
          .execute(),
    },
  },
  limit: {
    max: maxRules,
    per: 'staff',
    detail: `You’ve reached the maximum of ${maxRules} rules. Delete one first.`,
  },
  canBeDeleted: true,
})

/** A person's own rules and the rules for everyone, oldest first. */
export async function listRules(em: EntityManager, reader: StaffUser): Promise<NotificationRule[]> {
  const found = await tables(em)
    .selectFrom('notification_rule')
    .select(['id', 'staff', 'event', 'condition', 'volume', 'channel', 'target'])
    .where((where) => where.or([where('staff', '=', reader.id), where('staff', 'is', null)]))
    .orderBy('id')
    .limit(2 * maxRules)
    .execute()
  return found.map(({ staff, volume, target, ...rule }) => ({
    ...rule,
    ...(volume && { volume }),
    ...(target && { targetId: target }),
    isForAll: staff === null,
  }))
}

/** Checks constraints that the contract cannot express. @throws {ProblemError} 400 */
function assertRule({ event, condition, volume, channel, targetId, isForAll }: NotificationRuleInput): void {
  if ((condition === 'volume') !== (volume !== undefined)) {
    throw invalidField('/volume', 'is required for the condition volume, and not allowed otherwise')
  }
  if ((channel === 'target') !== (targetId !== undefined)) {
    throw invalidField('/targetId', 'is required for the channel target, and not allowed otherwise')
  }
  if (event !== 'lead' && condition === 'volume') throw invalidField('/condition', 'must be all or mine for this event')
  if (event === 'sample_request' && condition === 'mine') {
    throw invalidField('/condition', 'must be all: sample requests have no owner')
  }
  if (event === 'digest' && channel === 'inbox') throw invalidField('/channel', 'must be mail or target for a digest')
  if (channel === 'target' && condition === 'mine') throw invalidField('/condition', 'must not be mine for a target')
  if (channel === 'target' && !isForAll) throw invalidField('/isForAll', 'must be true for a target')
}

/**
 * @throws {ProblemError} 400 when the members contradict each other or no target has this id, 403 unless an owner
 * creates a rule for everyone, 409 at the maximum number of rules.
 */
export async function createRule(em: EntityManager, staff: StaffUser, input: NotificationRuleInput) {
  assertRule(input)
  const { isForAll, volume = null, targetId: target = null, ...rule } = input
  if (isForAll && staff.role !== 'owner') throw forbidden('Only owners can create rules for everyone.')
  const stateAt = (createdAt: string) => ({
    ...rule,
    volume,
    targetId: target,
    staff: isForAll ? null : staff.id,
    createdAt,
  })
  return createOne(em, ruleRecord, staff, stateAt, async (_em, id): Promise<NotificationRule> => ({ id, ...input }))
}

/** @throws {ProblemError} 404 unless the person may delete a rule with this id. */
export const deleteRule = (em: EntityManager, staff: StaffUser, id: string) => deleteOne(em, ruleRecord, staff, id)

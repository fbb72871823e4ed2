import { randomUUIDv7 } from 'node:crypto'
import type { NotificationRule, NotificationRuleInput, StaffUser } from '@app/contract'
import { announceChange } from '../../db/live-channel.ts'
import { forbidden, invalidMember, notFound, ProblemError } from '../../errors.ts'
import { type EntityManager, tables } from '../database.ts'

/** Rules of one person, and as many for everybody. */
const most = 50

const rules = (em: EntityManager) =>
  tables(em)
    .selectFrom('notification_rule')
    .select(['id', 'staff', 'event', 'condition', 'volume', 'channel', 'target'])

/** A person's own rules and those for everybody, oldest first. */
export async function listRules(em: EntityManager, reader: StaffUser): Promise<NotificationRule[]> {
  const found = await rules(em)
    .where((where) => where.or([where('staff', '=', reader.id), where('staff', 'is', null)]))
    .orderBy('id')
    .limit(2 * most)
    .execute()
  return found.map(({ staff, volume, target, ...rule }) => ({
    ...rule,
    ...(volume && { volume }),
    ...(target && { targetId: target }),
    isForAll: staff === null,
  }))
}

/** What the contract cannot say. @throws {ProblemError} 400 */
function assertRule({ event, condition, volume, channel, targetId, isForAll }: NotificationRuleInput): void {
  if ((condition === 'volume') !== (volume !== undefined)) {
    throw invalidMember('/volume', 'must be there for the condition volume, and only then')
  }
  if ((channel === 'target') !== (targetId !== undefined)) {
    throw invalidMember('/targetId', 'must be there for the channel target, and only then')
  }
  if (event !== 'lead' && condition === 'volume')
    throw invalidMember('/condition', 'must be all or mine for this event')
  if (event === 'sample_request' && condition === 'mine') {
    throw invalidMember('/condition', 'must be all: nobody owns a sample request')
  }
  if (event === 'digest' && channel === 'inbox') throw invalidMember('/channel', 'must be mail or target for a digest')
  if (channel === 'target' && condition === 'mine') throw invalidMember('/condition', 'must not be mine for a target')
  if (channel === 'target' && !isForAll) throw invalidMember('/isForAll', 'must be true for a target')
}

/**
 * @throws {ProblemError} 400 when the members contradict each other or the target is not there, 403 unless an owner makes a
 * rule for everybody, 409 when there are as many as there is room for.
 */
export const createRule = (em: EntityManager, staff: StaffUser, input: NotificationRuleInput) =>
  em.transactional(async (transaction): Promise<NotificationRule> => {
    assertRule(input)
    const { targetId, isForAll, ...rule } = input
    if (isForAll && staff.role !== 'owner') throw forbidden('Only owners make rules for everybody.')
    const whose = isForAll ? null : staff.id
    // Two at once would both find room for the last one.
    await transaction.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`notification_rule ${whose}`])
    const same = await rules(transaction)
      .where('staff', whose === null ? 'is' : '=', whose)
      .limit(most)
      .execute()
    if (same.length === most) {
      throw new ProblemError(409, 'full', `There are ${most} rules, as many as there can be. Delete one first.`)
    }
    if (targetId !== undefined) {
      const target = await tables(transaction)
        .selectFrom('message_target')
        .select('id')
        .where('id', '=', targetId)
        .executeTakeFirst()
      if (!target) throw invalidMember('/targetId', 'must be a target')
    }
    const id = randomUUIDv7()
    await tables(transaction)
      .insertInto('notification_rule')
      .values({ id, ...rule, staff: whose, target: targetId ?? null })
      .execute()
    await announceChange(transaction, 'messages', [{ id }])
    return { id, ...input }
  })

/** @throws {ProblemError} 404 unless the person may delete a rule with this id. */
export const deleteRule = (em: EntityManager, staff: StaffUser, id: string) =>
  em.transactional(async (transaction) => {
    const [deleted] = await tables(transaction)
      .deleteFrom('notification_rule')
      .where('id', '=', id)
      .where((where) =>
        where.or([where('staff', '=', staff.id), ...(staff.role === 'owner' ? [where('staff', 'is', null)] : [])]),
      )
      .returning('id')
      .execute()
    if (!deleted) throw notFound('rule')
    await announceChange(transaction, 'messages', [{ id }])
  })

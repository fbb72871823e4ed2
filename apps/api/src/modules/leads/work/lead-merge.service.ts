import type { LeadWork, StaffUser } from '@app/contract'
import * as Type from 'typebox'
import { checkedRows } from '../../../db/checked-rows.ts'
import { columnsOf } from '../../../db/columns.ts'
import { invalidMember, notFound } from '../../../errors.ts'
import { type EntityManager, tables } from '../../database.ts'
import { LeadEventEntity } from './lead-work.entity.ts'
import { lockedLeads, saveWork, shownWork, type StoredWork, workable } from './lead-work.service.ts'
import type { Placed, Work } from './work-change.ts'

/** Merges happen one after the other: which lead was merged into which does not change while one is decided. */
const takeTurns = (transaction: EntityManager) =>
  transaction.execute("select pg_advisory_xact_lock(hashtext('lead-merge'))")

/** What the lead that stays takes over: only what it has none of itself. */
function takenOver(from: Work, by: StoredWork): Placed {
  const after: Placed = { ...by }
  if (!by.ownerId) after.ownerId = from.ownerId
  if (by.stage === 'new' && from.stage !== 'lost') {
    after.stage = from.stage
    after.wonValue = from.wonValue
  }
  if (!by.nextStep && !by.nextStepOn) {
    after.nextStep = from.nextStep
    after.nextStepOn = from.nextStepOn
  }
  return after
}

/**
 * Merges a lead into another one, which takes over the work where it has none. Nothing is deleted. The same again changes
 * nothing.
 * @throws {ProblemError} 404 when one of the two does not exist, 409 when one of them was merged into a third, 400 when they
 * are the same.
 */
export const mergeLead = (em: EntityManager, staff: StaffUser, id: string, into: string) =>
  em.transactional(async (transaction): Promise<LeadWork> => {
    if (id === into) throw invalidMember('/into', 'must be another lead')
    await takeTurns(transaction)
    const leads = await lockedLeads(transaction, [id, into])
    const target = workable(leads, into)
    if (leads.get(id)?.mergedInto === into) return shownWork(target)
    const source = workable(leads, id)
    const [, saved = target] = await saveWork(transaction, staff, [
      { before: source, after: { ...source, mergedInto: into } },
      { before: target, after: takenOver(source, target), event: { kind: 'merge', recordId: id } },
    ])
    return shownWork(saved)
  })

const event = columnsOf(LeadEventEntity)
const merges = checkedRows(Type.Object({ fields: Type.Array(Type.String()) }))

/** The members that a lead took over when another one was merged into it. */
async function takenBy(transaction: EntityManager, target: string, source: string): Promise<ReadonlySet<string>> {
  const found = await transaction.execute(
    `select array(select change ->> 'field' from jsonb_array_elements(${event.data} -> 'changes') as change) as fields
       from ${LeadEventEntity.tableName}
      where ${event.lead} = ? and ${event.kind} = 'merge' and ${event.data} ->> 'recordId' = ?
      order by ${event.createdAt} desc, ${event.id} desc limit 1`,
    [target, source],
  )
  return new Set(merges(found)[0]?.fields)
}

/** Without what was taken over, where it is still as it came. Nobody has worked on the source since. */
function givenBack(lead: StoredWork, source: StoredWork, taken: ReadonlySet<string>): Placed {
  const isStill = (...fields: (keyof Work)[]) =>
    fields.some((field) => taken.has(field)) && fields.every((field) => lead[field] === source[field])
  return {
    ...lead,
    ...(isStill('ownerId') && { ownerId: null }),
    ...(isStill('stage', 'wonValue') && { stage: 'new', wonValue: null }),
    ...(isStill('nextStep', 'nextStepOn') && { nextStep: null, nextStepOn: null }),
  }
}

/**
 * Takes a merge back: the lead stands on its own again, and what the other one took over from it goes where nobody has
 * changed it since. The same again changes nothing.
 * @throws {ProblemError} 404 when no lead has this id.
 */
export const unmergeLead = (em: EntityManager, staff: StaffUser, id: string) =>
  em.transactional(async (transaction): Promise<LeadWork> => {
    await takeTurns(transaction)
    const merged = await tables(transaction)
      .selectFrom('lead')
      .select('mergedInto')
      .where('id', '=', id)
      .where('isSpam', '=', false)
      .executeTakeFirst()
    if (!merged) throw notFound('lead')
    const leads = await lockedLeads(transaction, [id, ...(merged.mergedInto ? [merged.mergedInto] : [])])
    const source = leads.get(id)
    if (!source) throw notFound('lead')
    if (!merged.mergedInto) return shownWork(source)
    const target = leads.get(merged.mergedInto)
    const taken = await takenBy(transaction, merged.mergedInto, id)
    const [saved = source] = await saveWork(transaction, staff, [
      { before: source, after: { ...source, mergedInto: null } },
      ...(target
        ? [
            {
              before: target,
              after: givenBack(target, source, taken),
              event: { kind: 'unmerge' as const, recordId: id },
            },
          ]
        : []),
    ])
    return shownWork(saved)
  })

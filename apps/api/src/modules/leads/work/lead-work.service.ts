import { randomUUIDv7 } from 'node:crypto'
import type { LeadChange, LeadWork, ManyLeadsChange, StaffUser } from '@app/contract'
import { sql } from 'kysely'
import { columnsOf } from '../../../db/columns.ts'
import { seenVersion, stale } from '../../../db/if-match.ts'
import { announceChange } from '../../../db/live-channel.ts'
import { invalidMember, notFound, ProblemError } from '../../../errors.ts'
import { type EntityManager, tables } from '../../database.ts'
import { addInboxItems } from '../../messages/inbox.service.ts'
import type { Actor } from '../../staff/settings-audit.service.ts'
import { LeadEntity } from '../leads.entity.ts'
import type { LeadEventData } from './lead-work.entity.ts'
import { changedWork, changesBetween, type Placed } from './work-change.ts'

/** A lead's work as it is stored, with its row locked until the transaction ends. */
export interface StoredWork extends Placed {
  id: string
  version: number
}

/** These leads with their rows locked in one order everywhere, so that two writers never wait for each other. Spam is left out. */
export async function lockedLeads(
  transaction: EntityManager,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredWork>> {
  const rows = await tables(transaction)
    .selectFrom('lead')
    .select(['id', 'version', 'ownerId', 'stage', 'lostReason', 'wonCents', 'nextStep', 'nextStepOn', 'mergedInto'])
    .where('id', 'in', [...ids])
    .where('isSpam', '=', false)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(
    rows.map(({ wonCents, ...row }) => [row.id, { ...row, wonValue: wonCents === null ? null : wonCents / 100 }]),
  )
}

/** @throws {ProblemError} 404 when it is not there, 409 when it was merged into another one. */
export function workable(leads: ReadonlyMap<string, StoredWork>, id: string): StoredWork {
  const lead = leads.get(id)
  if (!lead) throw notFound('lead')
  if (lead.mergedInto) {
    throw new ProblemError(409, 'merged', 'The lead was merged into another one. Work on that one, or undo the merge.')
  }
  return lead
}

/** What is written about a lead: the work that it had and has, and how the timeline tells it when it is more than a change. */
interface LeadWrite {
  before: StoredWork
  after: Placed
  event?: { kind: 'merge' | 'unmerge'; recordId: string }
}

const column = columnsOf(LeadEntity)
const written = ['ownerId', 'stage', 'lostReason', 'wonCents', 'nextStep', 'nextStepOn', 'mergedInto'] as const
const types: Readonly<Record<(typeof written)[number], string>> = {
  ownerId: 'uuid',
  stage: 'text',
  lostReason: 'text',
  wonCents: 'bigint',
  nextStep: 'text',
  nextStepOn: 'date',
  mergedInto: 'uuid',
}

/**
 * The one way in which the work on leads changes: their rows, the timeline and the live event, in the transaction of the
 * caller, who has locked the rows. Writes nothing about leads that stay as they are, and returns the others as they are now.
 */
export async function saveWork(
  transaction: EntityManager,
  actor: Actor,
  writes: readonly LeadWrite[],
): Promise<StoredWork[]> {
  const changed = writes
    .map((write) => ({ ...write, changes: changesBetween(write.before, write.after) }))
    .filter(({ changes, event }) => changes.length > 0 || event)
  if (changed.length === 0) return []
  const rows = changed.map(({ before, after: { wonValue, ...after } }) => ({
    ...after,
    id: before.id,
    wonCents: wonValue === null ? null : Math.round(wonValue * 100),
  }))
  await transaction.execute(
    `update ${LeadEntity.tableName} as stored
        set ${written.map((name) => `${column[name]} = changed."${name}"`).join(', ')},
            ${column.version} = stored.${column.version} + 1
       from jsonb_to_recordset(?::jsonb) as changed
            (id uuid, ${written.map((name) => `"${name}" ${types[name]}`).join(', ')})
      where stored.${column.id} = changed.id`,
    [JSON.stringify(rows)],
  )
  await addLeadEvents(
    transaction,
    actor,
    changed.map(({ before, changes, event }) => ({
      leadId: before.id,
      kind: event?.kind ?? 'change',
      data: { changes, version: before.version + 1, ...(event && { recordId: event.recordId }) },
    })),
  )
  await announceChange(
    transaction,
    'leads',
    changed.map(({ before }) => before),
  )
  await addInboxItems(transaction, givenByColleagues(actor, changed))
  return changed.map(({ before, after }) => ({ ...after, id: before.id, version: before.version + 1 }))
}

/** Whoever gets a lead from a colleague is told. What a rule gives is told by whoever applies the rule. */
const givenByColleagues = ({ id, name }: Actor, writes: readonly LeadWrite[]) =>
  writes.flatMap(({ before, after: { ownerId: staff } }) =>
    id !== null && staff !== null && staff !== id && staff !== before.ownerId
      ? [{ staff, kind: 'assigned' as const, lead: before.id, actor: name }]
      : [],
  )

interface LeadEvent {
  leadId: string
  kind: string
  data: LeadEventData
}

/** Adds to the timelines of leads, in the transaction of what happened. */
export async function addLeadEvents(
  transaction: EntityManager,
  actor: Actor,
  events: readonly LeadEvent[],
): Promise<void> {
  if (events.length === 0) return
  await tables(transaction)
    .insertInto('lead_event')
    .values(
      events.map(({ leadId, kind, data }) => ({
        id: randomUUIDv7(),
        // The transaction may have begun long before it got the leads' locks.
        createdAt: sql<Date>`clock_timestamp()`,
        lead: leadId,
        kind,
        actorAccount: actor.id,
        actor: actor.name,
        data,
      })),
    )
    .execute()
}

export const shownWork = ({ mergedInto: _mergedInto, ...work }: StoredWork): LeadWork => work

/** @throws {ProblemError} 400 unless these accounts can be given leads. */
export async function assertOwner(transaction: EntityManager, ownerId: string | null | undefined, pointer: string) {
  if (!ownerId) return
  const account = await tables(transaction)
    .selectFrom('staff_user')
    .select('id')
    .where('id', '=', ownerId)
    .where('disabledAt', 'is', null)
    .where('role', 'in', ['owner', 'editor'])
    .executeTakeFirst()
  if (!account) throw invalidMember(pointer, 'must be an enabled owner or editor')
}

/**
 * Changes the work on a lead. Writes nothing when nothing changes.
 * @throws {ProblemError} 404 when no lead has this id, 409 when it was merged, 412 when it has changed since the caller read
 * it, 400 when the change contradicts the stage.
 */
export const changeLead = (
  em: EntityManager,
  staff: StaffUser,
  id: string,
  change: LeadChange,
  ifMatch: string | undefined,
) =>
  em.transactional(async (transaction): Promise<LeadWork> => {
    const lead = workable(await lockedLeads(transaction, [id]), id)
    const seen = seenVersion(ifMatch)
    if (seen !== null && seen !== lead.version) throw stale()
    await assertOwner(transaction, change.ownerId, '/ownerId')
    const after = { ...changedWork(lead, change), mergedInto: null }
    const [saved = lead] = await saveWork(transaction, staff, [{ before: lead, after }])
    return shownWork(saved)
  })

/**
 * Makes the same change to all of these leads or to none.
 * @throws {ProblemError} as `changeLead` does, for the first lead that is at fault.
 */
export const changeLeads = (em: EntityManager, staff: StaffUser, ids: readonly string[], change: LeadChange) =>
  em.transactional(async (transaction): Promise<ManyLeadsChange> => {
    const leads = await lockedLeads(transaction, ids)
    await assertOwner(transaction, change.ownerId, '/change/ownerId')
    const writes = [...new Set(ids)].map((id) => {
      const before = workable(leads, id)
      return { before, after: { ...changedWork(before, change, '/change'), mergedInto: null } }
    })
    return changesOf(leads, await saveWork(transaction, staff, writes))
  })

/**
 * Gives all of these leads the work that they had before, or none of them.
 * @throws {ProblemError} 412 when one has changed since the version that its former work names.
 */
export const restoreLeads = (em: EntityManager, staff: StaffUser, former: readonly LeadWork[]) =>
  em.transactional(async (transaction): Promise<ManyLeadsChange> => {
    const ids = former.map(({ id }) => id)
    if (new Set(ids).size < ids.length) throw invalidMember('/leads', 'must name each lead once')
    const leads = await lockedLeads(transaction, ids)
    await assertAccounts(transaction, former)
    const writes = former.map(({ id, version, ...work }, place) => {
      const before = workable(leads, id)
      if (before.version !== version) throw stale()
      return { before, after: { ...changedWork(before, work, `/leads/${place}`), mergedInto: null } }
    })
    return changesOf(leads, await saveWork(transaction, staff, writes))
  })

/** Whoever owned a lead before may have been disabled since. @throws {ProblemError} 400 for an account that never was. */
async function assertAccounts(transaction: EntityManager, former: readonly LeadWork[]): Promise<void> {
  const ids = [...new Set(former.flatMap(({ ownerId }) => ownerId ?? []))]
  if (ids.length === 0) return
  const found = await tables(transaction).selectFrom('staff_user').select('id').where('id', 'in', ids).execute()
  const known = new Set(found.map(({ id }) => id))
  const unknown = former.findIndex(({ ownerId }) => ownerId !== null && !known.has(ownerId))
  if (unknown >= 0) throw invalidMember(`/leads/${unknown}/ownerId`, 'must be an account')
}

/** What a bulk write did: each lead's work before, with the version that it has now. */
function changesOf(before: ReadonlyMap<string, StoredWork>, saved: readonly StoredWork[]): ManyLeadsChange {
  const previous = saved.flatMap(({ id, version }) => {
    const lead = before.get(id)
    return lead ? [{ ...shownWork(lead), version }] : []
  })
  return { changed: saved.length, previous }
}

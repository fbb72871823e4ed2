import type { LeadPipeline, StaffUser } from '@app/contract'
import { sql } from 'kysely'
import { oneAtATime } from '../../../db/sql.ts'
import { invalidField, notFound } from '../../../errors/errors.ts'
import { applyEdits, type Changed, type Edit } from '../../changes/apply-edits.ts'
import { lockRecords } from '../../changes/stored-records.ts'
import { type EntityManager, tables } from '../../../entities/database.ts'
import { canOwn, leadRecord, type LeadState, lockWorkable, pipelineTexts } from './lead-record.ts'
import { readWork } from './lead-work.queries.ts'

/** Serializes merges, so that the result of earlier merges cannot change while one is decided. */
export const waitForMerges = (transaction: EntityManager) => oneAtATime(transaction, 'lead merges')

/** Texts that have a meaning without another field. */
const ownTexts = pipelineTexts.filter((name) => name !== 'lostNote' && name !== 'nextStep')

/** The fields that the surviving lead takes over: only those that it lacks. */
const takenOver = (from: LeadState, by: LeadState): Partial<LeadState> => ({
  ...(!by.ownerId && { ownerId: from.ownerId }),
  ...(by.stage === 'new' && from.stage !== 'lost' && { stage: from.stage, wonValue: from.wonValue }),
  ...(!by.nextStep && !by.nextStepOn && { nextStep: from.nextStep, nextStepOn: from.nextStepOn }),
  ...Object.fromEntries(ownTexts.filter((name) => !by[name]).map((name) => [name, from[name]])),
})

/**
 * Merges a lead into another, which takes over pipeline fields that it lacks, except an owner who can no longer own
 * leads. Deletes nothing. Idempotent.
 * @throws {ProblemError} 404 when one of the two does not exist, 409 when one of them was merged into a third, 400 when
 * they are the same.
 */
export const mergeLead = (em: EntityManager, staff: StaffUser, id: string, into: string) =>
  em.transactional(async (transaction): Promise<Changed<LeadPipeline>> => {
    if (id === into) throw invalidField('/into', 'must be another lead')
    await waitForMerges(transaction)
    const locked = await lockRecords(transaction, leadRecord, [id, into])
    const [target] = await lockWorkable(transaction, [into])
    const isMerged = locked.get(id)?.state.mergedInto === into
    const [source] = isMerged ? [] : await lockWorkable(transaction, [id])
    if (!source || !target) return { body: await readWork(transaction, into), groupId: undefined }
    const { ownerId } = source.state
    const from = { ...source.state, ownerId: (await canOwn(transaction, ownerId)) ? ownerId : null }
    const { groupId } = await applyEdits(transaction, leadRecord, staff, [
      { id, patch: { mergedInto: into }, action: 'merge' },
      { id: into, patch: takenOver(from, target.state), action: 'merge', facts: { after: { mergedFrom: id } } },
    ])
    return { body: await readWork(transaction, into), groupId }
  })

/** The fields that a lead took over when the source was last merged into it. */
async function takenFields(transaction: EntityManager, target: string, source: string): Promise<ReadonlySet<string>> {
  const merge = await tables(transaction)
    .selectFrom('record_change')
    .select('after')
    .where('recordId', '=', target)
    .where('action', '=', 'merge')
    .where((where) => sql<boolean>`${where.ref('after')} ->> 'mergedFrom' = ${source}`)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return new Set(Object.keys(merge?.after ?? {}))
}

/** Clears the fields that were taken over and have not changed since. A merged source cannot change. */
function givenBack(lead: LeadState, source: LeadState, taken: ReadonlySet<string>): Partial<LeadState> {
  const isStill = (...fields: (keyof LeadState)[]) =>
    fields.some((field) => taken.has(field)) && fields.every((field) => lead[field] === source[field])
  return {
    ...(isStill('ownerId') && { ownerId: null }),
    ...(isStill('stage', 'wonValue') && { stage: 'new', wonValue: null }),
    ...(isStill('nextStep', 'nextStepOn') && { nextStep: null, nextStepOn: null }),
    ...Object.fromEntries(ownTexts.filter((name) => isStill(name)).map((name) => [name, null])),
  }
}

/**
 * Separates a merged lead again, even long after the merge. Unlike Undo, this also works after the other lead has
 * changed: only values that it took over and still has are returned. Idempotent.
 * @throws {ProblemError} 404 when no lead has this id.
 */
export const unmergeLead = (em: EntityManager, staff: StaffUser, id: string) =>
  em.transactional(async (transaction): Promise<Changed<LeadPipeline>> => {
    await waitForMerges(transaction)
    const lead = await tables(transaction)
      .selectFrom('lead')
      .select('mergedInto')
      .where('id', '=', id)
      .where('isSpam', '=', false)
      .executeTakeFirstOrThrow(() => notFound('lead'))
    if (lead.mergedInto === null) return { body: await readWork(transaction, id), groupId: undefined }
    const locked = await lockRecords(transaction, leadRecord, [id, lead.mergedInto])
    const [source, target] = [locked.get(id), locked.get(lead.mergedInto)]
    const taken = await takenFields(transaction, lead.mergedInto, id)
    const edits: Edit<LeadState>[] = [{ id, patch: { mergedInto: null }, action: 'unmerge' }]
    if (source && target) {
      const patch = givenBack(target.state, source.state, taken)
      edits.push({ id: target.id, patch, action: 'unmerge', facts: { before: { mergedFrom: id } } })
    }
    const { groupId } = await applyEdits(transaction, leadRecord, staff, edits, { findsHidden: true })
    return { body: await readWork(transaction, id), groupId }
  })

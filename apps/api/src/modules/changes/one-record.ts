import { randomUUIDv7 } from 'node:crypto'
import type { StaffUser } from '@app/contract'
import { notFound } from '../../errors/errors.ts'
import type { EntityManager } from '../../entities/database.ts'
import { applyEdits, type Changed } from './apply-edits.ts'
import { assertRoom, checkReferences } from './edit-checks.ts'
import type { RecordType } from './record-type.ts'
import { saveWrites } from './save-writes.ts'
import { currentTime, lockRecords } from './stored-records.ts'

/** Reads the body of the response, in the transaction of the write. */
type Read<Body> = (em: EntityManager, id: string) => Promise<Body>

/**
 * Stores a new record with its first change.
 * @param stateAt the record's fields, given the time of its creation as ISO text
 * @throws {ProblemError} 400 when it refers to something that does not exist, 409 when there is no room for it.
 */
export const createOne = <State extends object, Body>(
  em: EntityManager,
  type: RecordType<State>,
  staff: StaffUser,
  stateAt: (at: string) => State,
  read: Read<Body>,
): Promise<Changed<Body>> =>
  em.transactional(async (transaction) => {
    const at = await currentTime(transaction)
    const after = stateAt(at)
    await checkReferences(transaction, type, [{ before: {}, after }], { pointer: '', isUndo: false })
    await assertRoom(transaction, type, after)
    const [id, groupId] = [randomUUIDv7(), randomUUIDv7()]
    const write = { id, version: 1, before: null, after, action: 'create' }
    await saveWrites(transaction, type, { groupId, actor: staff, at }, [write])
    return { body: await read(transaction, id), groupId }
  })

/** An edit of one record, with the If-Match of the caller. */
export interface OneEdit<Patch> {
  id: string
  ifMatch: string | undefined
  patch: Patch
}

/** The edit of a request. */
export const editOf = <Patch>({
  params: { id },
  headers,
  body: patch,
}: {
  params: { id: string }
  headers: { 'if-match'?: string }
  body: Patch
}): OneEdit<Patch> => ({ id, ifMatch: headers['if-match'], patch })

/** The version in If-Match. Undefined without the header. */
const versionIn = (ifMatch: string | undefined): number | undefined =>
  ifMatch === undefined ? undefined : Number(ifMatch.replaceAll('"', ''))

/**
 * Edits one record.
 * @throws {ProblemError} 404 when no record has this id, 412 when it has changed since the version in If-Match, 400 and 409
 * from the rules of its type.
 */
export const editOne = <State extends object, Body>(
  em: EntityManager,
  type: RecordType<State>,
  staff: StaffUser,
  { id, ifMatch, patch }: OneEdit<Partial<State>>,
  read: Read<Body>,
): Promise<Changed<Body>> =>
  em.transactional(async (transaction) => {
    const { groupId } = await applyEdits(transaction, type, staff, [{ id, version: versionIn(ifMatch), patch }])
    return { body: await read(transaction, id), groupId }
  })

/**
 * Deletes a record. Its changes stay, so that the deletion can be undone.
 * @throws {ProblemError} 404 when no record has this id, or the caller may not delete it.
 */
export const deleteOne = <State extends object>(
  em: EntityManager,
  type: RecordType<State>,
  staff: StaffUser,
  id: string,
): Promise<Changed<undefined>> =>
  em.transactional(async (transaction) => {
    const stored = (await lockRecords(transaction, type, [id])).get(id)
    if (!stored || type.mayDelete?.(staff, stored.state) === false) throw notFound(type.label)
    const write = { id, version: stored.version + 1, before: stored.state, after: null, action: 'delete' }
    const group = { groupId: randomUUIDv7(), actor: staff, at: await currentTime(transaction) }
    await saveWrites(transaction, type, group, [write])
    return { body: undefined, groupId: group.groupId }
  })

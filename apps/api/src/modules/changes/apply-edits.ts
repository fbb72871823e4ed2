import { randomUUIDv7 } from 'node:crypto'
import type { StaffUser } from '@app/contract'
import { invalidField, notFound } from '../../errors/errors.ts'
import type { EntityManager } from '../../entities/database.ts'
import type { ChangeGroup } from './append-changes.ts'
import { checkReferences, stale, assertRoom } from './edit-checks.ts'
import type { Actor, RecordType } from './record-type.ts'
import { type Decided, type Facts, recorded, saveWrites } from './save-writes.ts'
import { currentTime, lockRecords, type Stored } from './stored-records.ts'

export interface Edit<State extends object> {
  id: string
  /** The version that the caller read. If omitted, any version matches. */
  version?: number | undefined
  patch: Partial<State>
  /** The action in the history; "update" by default. */
  action?: string | undefined
  /** An edit with facts is a change even when no field changes. */
  facts?: Facts | undefined
}

export interface EditOptions {
  /** JSON pointer to the patch in the request's body, for errors. */
  pointer?: string
  /** Skips records that do not exist instead of failing. */
  skipsMissing?: boolean
  /** Also edits records that are hidden from others, like spam. */
  findsHidden?: boolean
  /** For an undo: its own group, and the one that it undoes. */
  undo?: Pick<ChangeGroup, 'groupId' | 'reverts'>
}

export interface Applied<State extends object> {
  /** Every named record that exists, in its current state, in the order of the edits. */
  records: Stored<State>[]
  /** The records that changed. */
  changed: { id: string; version: number }[]
  /** Identifies everything that changed. Undefined when nothing did. */
  groupId: string | undefined
}

/** The result of a write: the response body, and the change group for the response header. */
export interface Changed<Body> {
  body: Body
  groupId: string | undefined
}

/** The response to a write. Its header identifies the change for Undo. */
export async function changedResponse<Body>(write: Changed<Body> | Promise<Changed<Body>>) {
  const { body, groupId } = await write
  return { body, headers: { 'Change-Group': groupId } }
}

/**
 * The only way to change fields of records. Applies edits to records of one type, all of them or none: locks the rows,
 * compares the versions, applies the rules of the type, and writes the rows, the history, and the live event in the
 * caller's transaction. An edit that changes nothing creates neither a new version nor a change.
 * @throws {ProblemError} 404 for an unknown id, 412 for a version that is no longer current, 400 from the type's rules.
 */
export async function applyEdits<State extends object>(
  transaction: EntityManager,
  type: RecordType<State>,
  actor: Actor,
  edits: readonly Edit<State>[],
  options: EditOptions = {},
): Promise<Applied<State>> {
  const { pointer = '', undo } = options
  const found = await findEdited(transaction, type, edits, options)
  const at = await currentTime(transaction)
  const settled = found.map(({ edit: { patch, action = 'update', facts }, stored: { id, version, state: before } }) => {
    const proposed = { before, after: { ...before, ...patch }, patch, action, actor, at, pointer }
    const after = type.settle?.(proposed) ?? proposed.after
    return { id, version, before, after, action, facts }
  })
  await checkReferences(transaction, type, settled, { pointer, isUndo: undo !== undefined })
  const writes = settled
    .filter(({ before, after, facts }) => facts || Object.keys(recorded(type, before, after).after).length > 0)
    .map((write): Decided<State> => ({ ...write, version: write.version + 1 }))
  const group = { groupId: randomUUIDv7(), actor, at, ...undo }
  await saveWrites(transaction, type, group, writes)
  const saved = new Map(writes.map(({ id, version }) => [id, version]))
  return {
    records: settled.map(({ id, version, after }) => ({ id, version: saved.get(id) ?? version, state: after })),
    changed: writes.map(({ id, version }) => ({ id, version })),
    groupId: writes.length > 0 ? group.groupId : undefined,
  }
}

/** Locks the edited records. @throws {ProblemError} 400 for a record named twice, 404, 412 */
async function findEdited<State extends object>(
  transaction: EntityManager,
  type: RecordType<State>,
  edits: readonly Edit<State>[],
  { skipsMissing = false, findsHidden = false }: EditOptions,
) {
  const ids = edits.map(({ id }) => id)
  const repeated = ids.findIndex((id, place) => ids.indexOf(id) < place)
  if (repeated >= 0) throw invalidField(`/records/${repeated}/id`, 'must not repeat an earlier one')
  const locked = await lockRecords(transaction, type, ids)
  const found = edits.flatMap((edit) => {
    const stored = locked.get(edit.id)
    if (stored && (findsHidden || !type.isHidden?.(stored.state))) return [{ edit, stored }]
    if (skipsMissing) return []
    throw notFound(type.label)
  })
  const changed = found.filter(({ edit, stored }) => edit.version !== undefined && edit.version !== stored.version)
  if (changed.length > 0) {
    throw await stale(
      transaction,
      changed.map(({ stored }) => stored),
    )
  }
  return found
}

/** Reads the response body, in the transaction of the write. */
type Read<Body> = (em: EntityManager, id: string) => Promise<Body>

/**
 * Stores a new record with its first change.
 * @param stateAt the record's fields, given its creation time as ISO text
 * @throws {ProblemError} 400 when it refers to something that does not exist, 409 at the maximum number of records.
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

/** An edit of one record, with the caller's If-Match. */
export interface OneEdit<Patch> {
  id: string
  ifMatch: string | undefined
  patch: Patch
}

/** The edit in a request. */
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
 * Deletes a record. Its changes are kept, so that the deletion can be undone.
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

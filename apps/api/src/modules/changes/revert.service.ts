import { randomUUIDv7 } from 'node:crypto'
import type { StaffUser } from '@app/contract'
import { forbidden, insufficientScope, notFound, ProblemError } from '../../errors/errors.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { applyEdits, type Edit } from './apply-edits.ts'
import { assertRoom, checkReferences, stale } from './edit-checks.ts'
import { type AnyRecordType, recordTypeOf } from './record-type.ts'
import type { Values } from '../../entities/values.ts'
import { type Decided, saveWrites } from './save-writes.ts'
import { currentTime, lockRecords, type Stored } from './stored-records.ts'

export interface Caller {
  staff: StaffUser
  /** The scopes of the caller's token. Undefined for a session. */
  tokenScopes: readonly string[] | undefined
}

export interface Reverted {
  records: { id: string; version?: number }[]
  groupId: string
}

const changesOf = (transaction: EntityManager, groupId: string) =>
  tables(transaction)
    .selectFrom('record_change')
    .select(['recordType', 'recordId', 'action', 'version', 'before', 'after'])
    .where('groupId', '=', groupId)
    .orderBy('recordType')
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

type Change = Awaited<ReturnType<typeof changesOf>>[number]

/** The net change of one record in a group. */
interface Deed extends Change {
  recordId: string
  version: number
}

const inverse: Readonly<Record<string, string>> = { merge: 'unmerge', unmerge: 'merge' }

const notRevertible = () => new ProblemError(409, 'not_revertible', 'This kind of change cannot be undone.')

/**
 * Undoes all changes of one request, or none. The undo is itself a change and can be undone.
 * @throws {ProblemError} 404 when no change has this group, 403 unless the caller may make the changes that it undoes,
 * 409 when it cannot be undone, 412 when a record has changed since.
 */
export const revertGroup = (em: EntityManager, caller: Caller, groupId: string): Promise<Reverted> =>
  em.transactional(async (transaction) => {
    const changes = await changesOf(transaction, groupId)
    if (changes.length === 0) throw notFound('change')
    const undo = { groupId: randomUUIDv7(), reverts: groupId }
    const records: Reverted['records'] = []
    for (const [name, ofType] of Map.groupBy(changes, ({ recordType }) => recordType)) {
      const type = recordTypeOf(name)
      if (!type) throw notRevertible()
      assertAllowed(type, caller)
      records.push(...(await revertDeeds(transaction, type, caller.staff, deedsIn(ofType), undo)))
    }
    return { records, groupId: undo.groupId }
  })

function assertAllowed({ roles, scope }: AnyRecordType, { staff, tokenScopes }: Caller): void {
  if (!roles.includes(staff.role)) throw forbidden('Your role does not allow this.')
  if (tokenScopes && !tokenScopes.some((one) => one === scope)) {
    throw insufficientScope('This token lacks the scope to undo this change.', scope)
  }
}

/** One net change for each record, from before its first change to after its last. */
const deedsIn = (changes: readonly Change[]): Deed[] =>
  [...Map.groupBy(changes, ({ recordId }) => recordId).values()].map((ofRecord) => {
    const last = ofRecord.at(-1)
    if (last?.version == null || last.recordId === null) throw notRevertible()
    const before: Values = Object.assign({}, ...ofRecord.map((change) => change.before).toReversed())
    return { ...last, recordId: last.recordId, version: last.version, before }
  })

type Undo = { groupId: string; reverts: string }

async function revertDeeds(
  transaction: EntityManager,
  type: AnyRecordType,
  staff: StaffUser,
  deeds: readonly Deed[],
  undo: Undo,
): Promise<Reverted['records']> {
  const locked = await lockRecords(
    transaction,
    type,
    deeds.map(({ recordId }) => recordId),
  )
  const edits: Edit<Values>[] = []
  const writes: Decided<Values>[] = []
  const changed: Pick<Stored<Values>, 'id'>[] = []
  for (const deed of deeds) {
    const { recordId: id, version, action } = deed
    const stored = locked.get(id)
    const state = stored?.state ?? fullState(type, deed.before)
    if (type.mayDelete?.(staff, state) === false) throw notFound('change')
    if (action === 'delete' ? stored : stored?.version !== version) changed.push(stored ?? { id })
    else if (!stored) writes.push({ id, version: version + 1, before: null, after: state, action: 'create' })
    else if (action === 'create')
      writes.push({ id, version: version + 1, before: stored.state, after: null, action: 'delete' })
    else edits.push(inverseEdit(type, deed))
  }
  if (changed.length > 0) throw await stale(transaction, changed)
  if (writes.length > 0 && !type.canBeDeleted) throw notRevertible()
  const recreated = writes.flatMap(({ after }) => (after ? [{ before: {}, after }] : []))
  await checkReferences(transaction, type, recreated, { pointer: '', isUndo: true })
  for (const { after } of recreated) await assertRoom(transaction, type, after)
  await saveWrites(transaction, type, { ...undo, actor: staff, at: await currentTime(transaction) }, writes)
  const applied = await applyEdits(transaction, type, staff, edits, { findsHidden: true, undo })
  return [...applied.changed, ...writes.map(({ id, after, version }) => (after ? { id, version } : { id }))]
}

const fullState = ({ fields }: AnyRecordType, recorded: Values): Values =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, recorded[name] ?? null]))

/** The edit that restores a record. Facts other than the fields are swapped. */
function inverseEdit({ fields }: AnyRecordType, { recordId: id, version, action, before, after }: Deed): Edit<Values> {
  const split = (values: Values, isField: boolean): Values =>
    Object.fromEntries(Object.entries(values).filter(([name]) => name in fields === isField))
  const patch = Object.fromEntries(Object.entries(split(before, true)).filter(([name]) => !fields[name]?.isTransient))
  const facts = { before: split(after, false), after: split(before, false) }
  const hasFacts = Object.keys({ ...facts.before, ...facts.after }).length > 0
  return { id, version, patch, action: inverse[action] ?? action, ...(hasFacts && { facts }) }
}

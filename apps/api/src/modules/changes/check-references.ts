import { invalidField, ProblemError } from '../../errors/errors.ts'
import type { EntityManager } from '../../entities/database.ts'
import type { RecordType, Reference } from './record-type.ts'

interface Referring {
  before: object
  after: object
}

const idsIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : value === null ? [] : [value])

/**
 * Checks that new references exist and can be chosen.
 * @throws {ProblemError} 400 that names the field; for Undo 409, because the request itself is valid
 */
export async function checkReferences<State extends object>(
  transaction: EntityManager,
  type: RecordType<State>,
  records: readonly Referring[],
  { pointer, isUndo }: { pointer: string; isUndo: boolean },
): Promise<void> {
  for (const [field, reference] of Object.entries<Reference | undefined>(type.references ?? {})) {
    const added = records.flatMap(({ before, after }) => {
      const former = new Set(idsIn(new Map(Object.entries(before)).get(field) ?? null))
      const value: unknown = new Map(Object.entries(after)).get(field) ?? null
      return idsIn(value).flatMap((id, place) =>
        former.has(id) ? [] : [{ id: String(id), at: Array.isArray(value) ? `/${place}` : '' }],
      )
    })
    if (!reference || added.length === 0) continue
    const valid = await reference.find(transaction, [...new Set(added.map(({ id }) => id))], isUndo)
    const unknown = added.find(({ id }) => !valid.has(id))
    if (!unknown) continue
    if (isUndo) throw new ProblemError(409, 'not_revertible', `The earlier ${field} no longer exists.`)
    throw invalidField(`${pointer}/${field}${unknown.at}`, reference.detail)
  }
}

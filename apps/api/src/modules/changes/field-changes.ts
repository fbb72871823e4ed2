import type { FieldChange } from '@app/contract'
import type { Values } from '../../entities/values.ts'

/** A value as lists of changes show it: a list one item to a line, and null for nothing. */
function shown(value: unknown): string | null {
  if (Array.isArray(value)) return value.join('\n') || null
  if (typeof value === 'string') return value || null
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
}

/** The fields of a change whose text differs, in the order of the names; of all fields unless names are given. */
export const fieldChanges = (
  { before, after }: { before: Values; after: Values },
  names: readonly string[] = Object.keys({ ...before, ...after }),
): FieldChange[] =>
  names
    .map((field) => ({ field, before: shown(before[field]), after: shown(after[field]) }))
    .filter((change) => change.before !== change.after)

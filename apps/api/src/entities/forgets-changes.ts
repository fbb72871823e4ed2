/**
 * The trigger that deletes the changes of a record together with it, whatever deletes the record: erasure, retention, or the
 * undo of an import. The function is made by the migration, and the type of the record has the name of its table.
 */
export const forgetsChanges = (table: 'lead' | 'sample_request') => ({
  name: `${table}_forget_changes`,
  timing: 'after' as const,
  events: ['delete' as const],
  forEach: 'statement' as const,
  expression: 'migrations/first-schema/staff.ts',
})

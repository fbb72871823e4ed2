/**
 * The trigger that deletes a record's changes with the record, on erasure, retention, or the undo of an import. The migration
 * creates the function. A record type has the name of its table.
 */
export const forgetsChanges = (table: 'lead' | 'sample_request') => ({
  name: `${table}_forget_changes`,
  timing: 'after' as const,
  events: ['delete' as const],
  forEach: 'statement' as const,
  expression: 'migrations/first-schema/staff.ts',
})

/** What may be logged about an error. Never its message, which can quote what a caller sent. */
export function loggable(error: unknown) {
  if (!(error instanceof Error)) return { name: typeof error }
  // Database drivers add a code, and the name of the constraint that was violated.
  const code = 'code' in error ? error.code : undefined
  const constraint = 'constraint' in error ? error.constraint : undefined
  return { name: error.name, code, constraint, stack: error.stack?.split('\n    at ').slice(1) }
}

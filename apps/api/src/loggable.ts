/** What may be logged of an error: never its message, which can hold a caller's words. */
export function loggable(error: unknown) {
  if (!(error instanceof Error)) return { name: typeof error }
  // Drivers add a code, and the name of a constraint that was broken.
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return { name: error.name, code, constraint, stack: error.stack?.split('\n    at ').slice(1) }
}

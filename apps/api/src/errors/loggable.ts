/** Message prefixes of errors that the database driver reports without a code. */
const connectionMessages = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
  'Query read timeout',
]

/** The prefix of a message about a failed database connection. Undefined for other messages. */
export const connectionMessage = (message: string): string | undefined =>
  connectionMessages.find((start) => message.startsWith(start))

/** The loggable parts of an error. Other messages can quote a caller's input. */
export function loggable(error: unknown) {
  if (!(error instanceof Error)) return { name: typeof error }
  // Database drivers add a code and the name of the violated constraint.
  const code = 'code' in error ? error.code : undefined
  const constraint = 'constraint' in error ? error.constraint : undefined
  const message = connectionMessage(error.message)
  return { name: error.name, code, message, constraint, stack: error.stack?.split('\n    at ').slice(1) }
}

export type EmbeddedPostgresProblem =
  | 'not-writable'
  | 'in-use'
  | 'not-a-cluster'
  | 'other-version'
  | 'no-binaries'
  | 'initdb-failed'
  | 'did-not-start'

/** A failed start. The first line of the message gives the remedy, and the rest is PostgreSQL's own log. */
export class EmbeddedPostgresError extends Error {
  readonly code: EmbeddedPostgresProblem

  constructor(code: EmbeddedPostgresProblem, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'EmbeddedPostgresError'
    this.code = code
  }
}

/** The code of a system error, such as ENOENT. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

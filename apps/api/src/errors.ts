/** A failure that the caller may hear about. Anything else that is thrown is a bug or an outage. */
export class ProblemError extends Error {
  readonly status: number
  /** Stable, for programs. */
  readonly code: string
  /** Seconds until another try makes sense. */
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, code: string, detail: string, retryAfterSeconds?: number) {
    super(detail)
    this.status = status
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export const unauthorized = () => new ProblemError(401, 'unauthorized', 'Sign in first.')

export const forbidden = (detail: string) => new ProblemError(403, 'forbidden', detail)

export const notFound = (what: string) => new ProblemError(404, 'not_found', `There is no such ${what}.`)

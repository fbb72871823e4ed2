import type { errorCodes } from '@app/api-reference'
import type { ErrorCode, FieldError, StaleRecord } from '@app/contract'

type StatusOf<Code extends ErrorCode> = (typeof errorCodes)[Code]['status']

/** A failure that is reported to the caller. Any other thrown error is a bug or an outage. */
export class ProblemError<Code extends ErrorCode = ErrorCode> extends Error {
  readonly status: number
  readonly code: ErrorCode
  /** Seconds until a retry makes sense. */
  readonly retryAfterSeconds: number | undefined
  /** Invalid members of the request. */
  readonly errors: readonly FieldError[] | undefined
  /** Records that changed since the caller read them. */
  readonly records: readonly StaleRecord[] | undefined
  /** The value of WWW-Authenticate, for requests with a key or a token. */
  readonly challenge: string | undefined

  constructor(
    status: StatusOf<Code>,
    code: Code,
    detail: string,
    more: { retryAfterSeconds?: number; errors?: FieldError[]; records?: StaleRecord[]; challenge?: string } = {},
  ) {
    super(detail)
    this.status = status
    this.code = code
    this.retryAfterSeconds = more.retryAfterSeconds
    this.errors = more.errors
    this.records = more.records
    this.challenge = more.challenge
  }
}

/** The code that Node and the database drivers add to their errors. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

export const unauthorized = () => new ProblemError(401, 'unauthorized', 'Sign in first.')

/** How to get an account key. */
export const ofAccounts = 'Members of an account create test and live keys in the customer account, under Keys.'

/** For a program whose key or token is invalid. */
export const refusedBearer = (
  code: 'invalid_key' | 'key_revoked' | 'key_expired' | 'invalid_token' | 'token_expired',
  detail: string,
) => new ProblemError(401, code, detail, { challenge: 'Bearer error="invalid_token"' })

/** For a key or token without sufficient rights. `scope` is the missing scope, if another key or token could have it. */
export const insufficientScope = (detail: string, scope = '') =>
  new ProblemError(403, 'insufficient_scope', detail, {
    challenge: `Bearer error="insufficient_scope"${scope && `, scope="${scope}"`}`,
  })

export const forbidden = (detail: string) => new ProblemError(403, 'forbidden', detail)

export const secondFactorRequired = () =>
  new ProblemError(403, 'second_factor_required', 'Set up a second factor under your account first.')

export const noPasswordsHere = () =>
  new ProblemError(409, 'single_sign_on', 'Staff sign in with single sign-on, so there are no passwords.')

export const mailIsOff = () =>
  new ProblemError(409, 'mail_not_configured', 'No email server is set up. The operator can set SMTP_URL.')

export const notFound = (what: string) => new ProblemError(404, 'not_found', `The ${what} was not found.`)

/** For a rule that the contract's schema cannot express. `pointer` names the member, like `/startingPrice`. */
export const invalidField = (pointer: string, detail: string) =>
  new ProblemError(400, 'invalid_input', 'The request is invalid.', {
    errors: [{ in: 'body', pointer, detail }],
  })

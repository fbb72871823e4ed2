import type { ErrorCode } from '@app/contract'
import type { DescribedCode } from './described-code.ts'

/** Codes of problem documents that only operations for staff return. */
export const staffCodes = {
  unauthorized: {
    status: 401,
    meaning: 'There is no session, or it has ended.',
    remedy: 'Sign in again.',
  },
  invalid_token: {
    status: 401,
    meaning: 'There is no such API token, it was revoked, or its account is disabled.',
    remedy: 'Check that you copied the whole token. It begins with `staff_`.',
  },
  token_expired: {
    status: 401,
    meaning: 'The API token has expired.',
    remedy: 'Create a new one under your account.',
  },
  second_factor_required: {
    status: 403,
    meaning: 'Staff accounts require a second factor, and yours has none.',
    remedy: 'Set one up under your account.',
  },
  account_disabled: {
    status: 409,
    meaning: 'The staff account is disabled.',
    remedy: 'Enable it first.',
  },
  mail_not_configured: {
    status: 409,
    meaning: 'The operation sends an email, and no mail server is configured.',
    remedy: 'The operator of this server can set `SMTP_URL`.',
  },
  last_second_factor: {
    status: 409,
    meaning: 'A second factor is required, and this is the only one of the account.',
    remedy: 'Set up another authenticator app, which replaces this one.',
  },
  last_owner: {
    status: 409,
    meaning: 'The change would leave no enabled owner.',
    remedy: 'Make another account an owner first.',
  },
  lead_merged: {
    status: 409,
    meaning: 'The lead was merged into another one.',
    remedy: 'Change the lead in `mergedInto`, or undo the merge.',
  },
  no_second_factor: {
    status: 409,
    meaning: 'The account has no second factor.',
    remedy: 'Set up an authenticator app first.',
  },
  no_shared_domain: {
    status: 409,
    meaning: 'The staff app and the API share no domain, so no passkey works on both. An IP address is not a domain.',
    remedy: 'Serve both under one domain, and set `ADMIN_URL` and `API_URL` to their addresses.',
  },
  not_started: {
    status: 409,
    meaning: 'There is nothing to confirm.',
    remedy: 'Start to set up an authenticator app, then confirm it with a code from the app.',
  },
  own_account: {
    status: 409,
    meaning: 'The operation does not apply to your own account.',
    remedy: 'Ask another owner.',
  },
  own_session: {
    status: 409,
    meaning: 'This is the session of the request.',
    remedy: 'Sign out instead.',
  },
  single_sign_on: {
    status: 409,
    meaning: 'Staff sign in with single sign-on, so there are no passwords.',
    remedy: 'Manage passwords at your identity provider.',
  },
  email_taken: {
    status: 409,
    meaning: 'The email already has an account or an invitation.',
    remedy: 'Use another email.',
  },
  not_revertible: {
    status: 409,
    meaning: 'The change cannot be undone: it is a note or an event, or what it refers to no longer exists.',
    remedy: 'Make another change instead.',
  },
  stale: {
    status: 412,
    meaning: 'Somebody changed a record since you read it. `records` names each one, with who changed it last.',
    remedy: 'Read the records again, then repeat the change with their new versions.',
  },
  too_many_streams: {
    status: 429,
    meaning: 'The session or the account has too many event streams open.',
    remedy: 'Close one. One stream serves all tabs of a browser.',
  },
} as const satisfies Partial<Record<ErrorCode, DescribedCode>>

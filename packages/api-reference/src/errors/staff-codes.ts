import type { ErrorCode } from '@app/contract'
import type { DescribedCode } from './described-code.ts'

/** Problem codes that only operations for staff and for customers' members return. */
export const staffCodes = {
  unauthorized: {
    status: 401,
    meaning: 'There is no session, or it has ended.',
    remedy: 'Sign in again.',
  },
  invalid_token: {
    status: 401,
    meaning: 'The API token does not exist, it was revoked, or its account is disabled.',
    remedy: 'Check that you copied the whole token. It begins with `staff_`.',
  },
  token_expired: {
    status: 401,
    meaning: 'The API token has expired.',
    remedy: 'Create a new one under your account.',
  },
  passkey_refused: {
    status: 401,
    meaning: 'The passkey is unknown, or did not sign the challenge.',
    remedy: 'Try again, or sign in with a link.',
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
    meaning: 'The operation sends an email, and no email server is configured.',
    remedy: 'The operator of this server can set `SMTP_URL`.',
  },
  last_second_factor: {
    status: 409,
    meaning: 'A second factor is required, and this is the only one that the account has.',
    remedy: 'Add another one first. A new authenticator app replaces the old one.',
  },
  last_member: {
    status: 409,
    meaning: 'You are the only member of the account, so you cannot remove yourself.',
    remedy: 'Invite someone else first, or ask us to close the account.',
  },
  key_ended: {
    status: 409,
    meaning: 'The key was revoked, has expired, or was already rotated.',
    remedy: 'Use the key that replaced it, or create another one.',
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
    remedy: 'Set up an authenticator app or a passkey first.',
  },
  no_shared_domain: {
    status: 409,
    meaning: 'The staff app and the API share no domain, so no passkey works on both. An IP address is not a domain.',
    remedy: 'Serve both under one domain, and set `ADMIN_URL` and `API_URL` to their addresses.',
  },
  not_started: {
    status: 409,
    meaning: 'There is no authenticator app to confirm.',
    remedy: 'Start setting up an authenticator app, then confirm it with a code from the app.',
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
  no_pieces_waiting: {
    status: 409,
    meaning: 'No piece of this size and postal class is waiting for a print run, or none of them can be printed yet.',
    remedy: 'Choose a later cutoff, or wait until the pieces can no longer be canceled.',
  },
  run_status: {
    status: 409,
    meaning: 'The status of the print run does not allow the operation.',
    remedy: 'Read the run again. `detail` gives the reason.',
  },
  piece_not_reprintable: {
    status: 409,
    meaning: 'The print file of a piece is lost, or the piece was already mailed, so it cannot be printed again.',
    remedy: 'Restore the print file, or reject the piece.',
  },
  stale: {
    status: 412,
    meaning: 'Someone has changed a record since you read it. `records` lists each one and who changed it last.',
    remedy: 'Read the records again, then repeat the change with their new versions.',
  },
  too_many_streams: {
    status: 429,
    meaning: 'The session or the account has too many open event streams.',
    remedy: 'Close one. One stream serves all tabs of a browser.',
  },
  sign_in_link_used: {
    status: 410,
    meaning: 'The sign-in link was used, has expired, or was replaced by a newer one.',
    remedy: 'Ask for another link.',
  },
} as const satisfies Partial<Record<ErrorCode, DescribedCode>>

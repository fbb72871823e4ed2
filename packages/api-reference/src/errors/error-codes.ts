import type { ErrorCode } from '@app/contract'

interface Described {
  status: number
  /** When it is answered. */
  meaning: string
  /** What the caller can do. */
  remedy: string
}

const waitAndRepeat = 'Wait for the seconds in `Retry-After`, then send the same request again.'
const repeatLater = 'Send the same request again, later and later: after 1, 2, 4 and 8 seconds.'

/** Every `code` of a problem document, in the order of its status. */
export const errorCodes = {
  invalid_input: {
    status: 400,
    meaning: 'A member, a parameter or a header is missing, unknown or not of the form that the contract says.',
    remedy: '`errors` lists each one, all at once. Mend them all and send the request again.',
  },
  invalid_cursor: {
    status: 400,
    meaning: 'The cursor is none that a `next` link named, or it belongs to another order.',
    remedy: 'Start again without a cursor, and follow `next` links as they are.',
  },
  invalid_url: {
    status: 400,
    meaning: 'The address is not well formed, for example because of a `%` that begins no escape.',
    remedy: 'Encode each part of the path with `encodeURIComponent`.',
  },
  two_hosts: {
    status: 400,
    meaning: 'The request has two `Host` headers.',
    remedy: 'Send one. A proxy on the way may have added the other.',
  },
  unauthorized: {
    status: 401,
    meaning: 'The operation is for staff, and there is no session or it has ended.',
    remedy: 'Sign in again.',
  },
  key_required: {
    status: 401,
    meaning: 'The operation takes a sandbox key, and the request has none.',
    remedy: 'Send `Authorization: Bearer <Key>`. Get a key from `POST /v1/sandbox-keys`.',
  },
  key_unknown: {
    status: 401,
    meaning: 'There is no such key.',
    remedy: 'Check that it was copied whole, from `sandbox_` to the last character.',
  },
  key_expired: {
    status: 401,
    meaning: 'The key is older than 14 days.',
    remedy: 'Get another one with `POST /v1/sandbox-keys`, and save your templates again.',
  },
  key_revoked: {
    status: 401,
    meaning: 'We ended the key before its time.',
    remedy: 'Write to us if you need another one.',
  },
  token_unknown: {
    status: 401,
    meaning: 'There is no such API token of staff, it was revoked, or its account is closed.',
    remedy: 'Check that it was copied whole, from `staff_` to the last character, or make another one.',
  },
  token_expired: {
    status: 401,
    meaning: 'The API token has come to the end that it was made with.',
    remedy: 'Make another one under your account.',
  },
  live_mode_unavailable: {
    status: 403,
    meaning: '`DryRun` is false or missing, which would mail the piece. A sandbox mails nothing.',
    remedy: 'Send `"DryRun": true`.',
  },
  template_not_allowed: {
    status: 403,
    meaning: 'Without a key, only built-in templates are printed.',
    remedy: 'Get a key with `POST /v1/sandbox-keys`, or name a built-in template.',
  },
  scope_missing: {
    status: 403,
    meaning: 'The key or the API token may not use this operation, or no token may.',
    remedy: 'Use one whose scopes name it. What is about an account takes a session.',
  },
  link_expired: {
    status: 403,
    meaning: 'The signed link to a PDF or a picture has ended.',
    remedy: 'Read the proof again: each answer has new links.',
  },
  link_invalid: {
    status: 403,
    meaning: 'The signed link was changed.',
    remedy: 'Read the proof again, and follow its links as they are.',
  },
  second_factor_required: {
    status: 403,
    meaning: 'Staff need a second factor here, and your account has none.',
    remedy: 'Set one up under your account.',
  },
  forbidden: {
    status: 403,
    meaning: 'The account has not the role that the operation asks for, or a page of another site made the request.',
    remedy: 'Use an account with that role. Call from your server, or from a page of ours.',
  },
  not_found: {
    status: 404,
    meaning: 'There is nothing at the address, or no record with that id.',
    remedy: 'Check the path and the id. What was deleted does not come back.',
  },
  method_not_allowed: {
    status: 405,
    meaning: 'The address exists, but not for this method.',
    remedy: 'Use one of the methods in the header `Allow`.',
  },
  request_timeout: {
    status: 408,
    meaning: 'The request did not arrive whole within 30 seconds.',
    remedy: repeatLater,
  },
  disabled: {
    status: 409,
    meaning: 'The staff account is disabled.',
    remedy: 'Enable it first.',
  },
  mail_off: {
    status: 409,
    meaning: 'A mail would have to be sent, and no mail server is set up.',
    remedy: 'Whoever runs this product can set `SMTP_URL`.',
  },
  full: {
    status: 409,
    meaning: 'There are as many price cards, or views or passkeys of yours, as there can be.',
    remedy: 'Edit a card that is no longer offered, or delete a view or a passkey.',
  },
  last_second_factor: {
    status: 409,
    meaning: 'A second factor is required, and this is the only one of your account.',
    remedy: 'Set up another authenticator app, which replaces this one.',
  },
  last_owner: {
    status: 409,
    meaning: 'The change would leave no enabled owner.',
    remedy: 'Make somebody else an owner first.',
  },
  merged: {
    status: 409,
    meaning: 'The lead was merged into another one, which staff work on now.',
    remedy: 'Change the lead that `mergedInto` names, or take the merge back.',
  },
  no_second_factor: {
    status: 409,
    meaning: 'Your account has no second factor.',
    remedy: 'Set up an authenticator app first.',
  },
  no_shared_domain: {
    status: 409,
    meaning: 'The staff app and the API share no domain, so no passkey works on both. An IP address is not a domain.',
    remedy: 'Serve both under one domain, and set `ADMIN_URL` and `API_URL` to their addresses.',
  },
  not_begun: {
    status: 409,
    meaning: 'Nothing waits to be confirmed.',
    remedy: 'Begin to set up an authenticator app, then confirm it with a code that it shows.',
  },
  own_account: {
    status: 409,
    meaning:
      'Nobody changes the role of their own account, disables it, resets its second factor or ends its sessions in the settings.',
    remedy: 'Ask another owner.',
  },
  own_session: {
    status: 409,
    meaning: 'The session that asks cannot be ended like the others.',
    remedy: 'Sign out.',
  },
  limit_reached: {
    status: 409,
    meaning: 'The key has as many templates, versions or images as it can have.',
    remedy: 'Delete templates that you no longer use.',
  },
  single_sign_on: {
    status: 409,
    meaning: 'Staff sign in with single sign-on here, so there are no passwords.',
    remedy: 'Manage passwords at your identity provider.',
  },
  taken: {
    status: 409,
    meaning: 'The email has an account or an invitation already.',
    remedy: 'Use that one, or another email.',
  },
  stale: {
    status: 412,
    meaning: 'Somebody changed the record since the version in `If-Match` was read.',
    remedy: 'Read the record again, then repeat the change with its new version.',
  },
  too_large: {
    status: 413,
    meaning: 'The body is larger than the operation takes: 64 KB where it says nothing else.',
    remedy: 'Send less.',
  },
  uri_too_long: {
    status: 414,
    meaning: 'The address is too long.',
    remedy: 'Send less in the query.',
  },
  unsupported_media_type: {
    status: 415,
    meaning: 'The body has another media type than the operation takes, or it is compressed.',
    remedy: 'Set `Content-Type` as the operation says, and send the body as it is.',
  },
  idempotency_key_reused: {
    status: 422,
    meaning: 'The `Idempotency-Key` came before with another body.',
    remedy: 'Use a new key for each record, and the same key only to repeat a request.',
  },
  rate_limited: {
    status: 429,
    meaning: 'Too many requests or writes from one address, or too many attempts to sign in.',
    remedy: waitAndRepeat,
  },
  too_many_streams: {
    status: 429,
    meaning: 'The session or the account has too many event streams open.',
    remedy: 'Close one. A browser needs one stream for all of its tabs.',
  },
  headers_too_large: {
    status: 431,
    meaning: 'The headers are larger than 16 KB together.',
    remedy: 'Send fewer cookies and headers.',
  },
  refused: {
    status: 400,
    meaning: 'The request breaks a rule of HTTP. The status says which; it can be another one from 400 to 499.',
    remedy: 'Check the library that sends it.',
  },
  internal: {
    status: 500,
    meaning: 'Something went wrong on our side.',
    remedy: 'Repeat the request once, with the same `Idempotency-Key`. Then write to us and include `requestId`.',
  },
  busy: {
    status: 503,
    meaning: 'The server has more to do than it can at the moment.',
    remedy: waitAndRepeat,
  },
  renderer_unavailable: {
    status: 503,
    meaning: 'Nothing can be printed at the moment. Prices and templates work.',
    remedy: waitAndRepeat,
  },
  untrusted_templates_unavailable: {
    status: 503,
    meaning: 'This server cannot lock up the browser that lays out templates, so it prints only the built-in ones.',
    remedy: 'Use a built-in template. Whoever runs the server finds the reason under Print in the staff app.',
  },
  unavailable: {
    status: 503,
    meaning: 'The database does not answer, or the server is about to shut down. Nothing was stored.',
    remedy: waitAndRepeat,
  },
} as const satisfies Record<ErrorCode, Described>

import type { ErrorCode } from '@app/contract'
import type { DescribedCode } from './described-code.ts'

const waitAndRetry = 'Wait for the number of seconds in `Retry-After`, then send the same request again.'
const retryWithBackoff = 'Retry after 1, 2, 4, and 8 seconds.'

/** Codes that any caller can receive, ordered by status. */
export const publicCodes = {
  invalid_input: {
    status: 400,
    meaning: 'A field, a parameter, or a header is missing, unknown, or malformed.',
    remedy: '`errors` lists every invalid field. Fix all of them, then send the request again.',
  },
  invalid_cursor: {
    status: 400,
    meaning: 'The cursor did not come from a `next` link, or it belongs to another order.',
    remedy: 'Start over without a cursor, and use `next` links unchanged.',
  },
  invalid_url: {
    status: 400,
    meaning: 'The URL is malformed, for example because of a `%` that does not begin an escape sequence.',
    remedy: 'Encode each part of the path with `encodeURIComponent`.',
  },
  multiple_hosts: {
    status: 400,
    meaning: 'The request has two `Host` headers.',
    remedy: 'Send one. A proxy in between may have added the other.',
  },
  refused: {
    status: 400,
    meaning: 'The request violates HTTP. The status, which can be any from 400 to 499, gives the reason.',
    remedy: 'Check the library that sends the request.',
  },
  key_required: {
    status: 401,
    meaning: 'The operation requires a key, and the request has none.',
    remedy:
      'Send `Authorization: Bearer <Key>`. Get a key with `POST /v1/sandbox-keys`, or create one in your account.',
  },
  invalid_key: {
    status: 401,
    meaning: 'The key does not exist.',
    remedy: 'Check that you copied the whole key. It begins with `sandbox_`, `test_`, or `live_`.',
  },
  key_expired: {
    status: 401,
    meaning: 'The sandbox key is older than 14 days, or the account key was rotated and its overlap has ended.',
    remedy:
      'Use the key that replaced it, or get a new one with `POST /v1/sandbox-keys` and save your templates again.',
  },
  key_revoked: {
    status: 401,
    meaning: 'The key was revoked.',
    remedy: 'Create another key in your customer account. For another sandbox key, contact us.',
  },
  live_mode_unavailable: {
    status: 403,
    meaning: '`DryRun` is false or missing, which sends the piece. That requires an account key.',
    remedy: 'Send `"DryRun": true` for a proof and a price, or use a test or live key of your account.',
  },
  account_suspended: {
    status: 403,
    meaning: 'The account is suspended, so it cannot send pieces.',
    remedy: 'Contact us. Your data and your keys are kept.',
  },
  template_not_allowed: {
    status: 403,
    meaning: 'Without a key, only built-in templates are printed.',
    remedy: 'Get a key with `POST /v1/sandbox-keys`, or use a built-in template.',
  },
  insufficient_scope: {
    status: 403,
    meaning: 'The scopes of the key or the API token do not include this operation.',
    remedy: 'Use a key or token that has the scope. Operations on your own account require a session.',
  },
  link_expired: {
    status: 403,
    meaning: 'The signed link to a PDF or an image has expired.',
    remedy: 'Get the proof again. Each response has new links.',
  },
  invalid_link: {
    status: 403,
    meaning: 'The signed link was altered.',
    remedy: 'Get the proof again, and use its links unchanged.',
  },
  file_lost: {
    status: 410,
    meaning: 'The PDF or the image is missing, for example after a restore from a backup without files.',
    remedy: 'Create the proof again.',
  },
  forbidden: {
    status: 403,
    meaning: 'Your role does not allow the operation, or a page of another origin sent the request.',
    remedy: 'Use an account with the required role. Send requests from your server.',
  },
  not_found: {
    status: 404,
    meaning: 'Nothing exists at this URL, or there is no record with this ID.',
    remedy: 'Check the path and the ID.',
  },
  method_not_allowed: {
    status: 405,
    meaning: 'The URL exists but does not support this method.',
    remedy: 'Use one of the methods in the `Allow` header.',
  },
  request_timeout: {
    status: 408,
    meaning: 'The request did not arrive within 30 seconds.',
    remedy: retryWithBackoff,
  },
  limit_reached: {
    status: 409,
    meaning: 'The account or the key has reached the maximum number of these records.',
    remedy: 'Delete or revoke one that you no longer use. `detail` names the records and explains how.',
  },
  cap_reached: {
    status: 409,
    meaning: 'The account has sent as many pieces this month as its cap allows.',
    remedy: 'Ask us to raise the cap, or send the piece in another month with `SendOn`.',
  },
  volume_by_agreement: {
    status: 409,
    meaning: 'Above 100,000 pieces a month, prices are set by agreement.',
    remedy: 'Contact us.',
  },
  price_on_request: {
    status: 409,
    meaning: 'The size has no published price, so it cannot be sent through the API.',
    remedy: 'Contact us, or use another size. You can still create a proof.',
  },
  not_cancelable: {
    status: 409,
    meaning: 'The piece is in production or was already mailed.',
    remedy: 'Cancel a piece before its `CancelableUntil`.',
  },
  too_large: {
    status: 413,
    meaning: 'The body is larger than the operation allows (64 KB by default).',
    remedy: 'Send less data.',
  },
  unsupported_media_type: {
    status: 415,
    meaning: 'The operation does not accept the media type of the body, or the body is compressed.',
    remedy: 'Set `Content-Type` as the operation states, and send the body uncompressed.',
  },
  idempotency_key_reused: {
    status: 422,
    meaning: 'The `Idempotency-Key` was already used with a different body.',
    remedy: 'Use a new key for each record, and the same key only to retry a request.',
  },
  rate_limited: {
    status: 429,
    meaning:
      'Too many requests, writes, waiting proofs, or stored files from one IP address or key, or too many attempts to sign in.',
    remedy: waitAndRetry,
  },
  headers_too_large: {
    status: 431,
    meaning: 'The headers are larger than 16 KB in total.',
    remedy: 'Send fewer cookies and headers.',
  },
  internal: {
    status: 500,
    meaning: 'Something went wrong on our side.',
    remedy: `${retryWithBackoff} Send the same \`Idempotency-Key\`. If it still fails, contact us with the \`requestId\`.`,
  },
  busy: {
    status: 503,
    meaning: 'The server is overloaded.',
    remedy: waitAndRetry,
  },
  renderer_unavailable: {
    status: 503,
    meaning: 'Proofs are unavailable at the moment. Prices and templates still work.',
    remedy: waitAndRetry,
  },
  untrusted_templates_unavailable: {
    status: 503,
    meaning: 'This server cannot isolate the browser that lays out templates, so it prints only built-in ones.',
    remedy: 'Use a built-in template, or try again later.',
  },
  unavailable: {
    status: 503,
    meaning: 'The database is not responding, or the server is shutting down.',
    remedy: waitAndRetry,
  },
} as const satisfies Partial<Record<ErrorCode, DescribedCode>>

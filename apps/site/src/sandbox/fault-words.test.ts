import { ApiError, type FieldError } from '@app/api-client'
import { expect, test } from 'vitest'
import { failureOf } from './failure.ts'
import { faultPlace, faultText } from './fault-words.ts'
import { uploadTexts } from './use-uploads.ts'

const fault = (rest: Partial<FieldError>): FieldError => ({
  in: 'body',
  pointer: '/Front',
  detail: 'It is wrong.',
  ...rest,
})

test.each(['template_has_errors', 'unknown_template', 'template_size_mismatch'] as const)(
  '%s explains what to do on this page, not which request to send',
  (code) => {
    const text = faultText(fault({ code, found: 'tmpl_x', remedy: 'List your templates with GET /v1/templates.' }))
    expect(text).not.toMatch(/GET|POST|\/v1|Lint|tmpl_/)
    expect(text).toMatch(/^The template .*\.$/)
  },
)

test('other errors keep their text, without remedies that refer to the API reference', () => {
  const rest = { found: '7410', allowed: '5 digits', remedy: 'Use the format shown in the reference.' }
  expect(faultText(fault({ ...rest, code: 'invalid_format' }))).toBe('It is wrong. Found: 7410. Allowed: 5 digits.')
  expect(faultText(fault({ code: 'too_long', remedy: 'Shorten the text.' }))).toBe('It is wrong. Shorten the text.')
})

test.each([
  ['/To/Zip', 'To, ZIP Code'],
  ['/From/AddressLine1', 'From, Street'],
  ['/VariablePayload/first_name', 'first_name'],
  ['/Front', 'Front'],
])('%s is shown as %s', (pointer, place) => {
  expect(faultPlace(fault({ pointer }))).toBe(place)
})

const problem = (status: number, code: string, detail?: string) =>
  new ApiError(status, JSON.stringify({ type: 'about:blank', title: 'x', status, code, detail }), '')

test.each([
  [429, 'rate_limited', 'Too many requests', 'Too many requests'],
  [503, 'renderer_unavailable', 'Proofs are unavailable right now', 'Proofs are unavailable right now'],
  [503, 'busy', 'Too many proofs at once', 'Too many uploads at once'],
  [403, 'live_mode_unavailable', 'The sandbox does not mail anything', 'The sandbox does not mail anything'],
  [500, 'internal', 'Your work is saved.', 'The file was not saved.'],
  [413, 'too_large', 'A template can have up to 256 KB of HTML.', 'Files can be up to 5 MB.'],
  [409, 'limit_reached', 'There are 100. A new key starts empty.', 'There are 100. A new key starts empty.'],
  [408, 'request_timeout', 'took longer than 30 seconds', 'took longer than 30 seconds'],
  [401, 'key_revoked', 'Your key was revoked.', 'Your key was revoked.'],
])('%d %s is explained for a proof and for an upload', (status, code, ofProof, ofUpload) => {
  const words = (...texts: Parameters<typeof failureOf>) => Object.values(failureOf(...texts)).join(' ')
  const error = problem(status, code, 'There are 100.')
  expect(words(error)).toContain(ofProof)
  expect(words(error, uploadTexts)).toContain(ofUpload)
})

import type { FieldError } from '@app/api-client'
import { expect, test } from 'vitest'
import { faultPlace, faultText } from './fault-words.ts'

const fault = (rest: Partial<FieldError>): FieldError => ({
  in: 'body',
  pointer: '/Front',
  detail: 'It is wrong.',
  ...rest,
})

test.each(['template_has_errors', 'unknown_template', 'template_size_mismatch'] as const)(
  '%s says what to do on this page, not which request to send',
  (code) => {
    const text = faultText(fault({ code, found: 'tmpl_x', remedy: 'List them with GET /v1/templates.' }))
    expect(text).not.toMatch(/GET|POST|\/v1|Lint|tmpl_/)
    expect(text).toMatch(/^The template .*\.$/)
  },
)

test('other faults keep their words, without remedies that name the reference', () => {
  const rest = { found: '7410', allowed: '5 digits', remedy: 'Use the format shown in the reference.' }
  expect(faultText(fault({ ...rest, code: 'invalid_format' }))).toBe('It is wrong. Found: 7410. Allowed: 5 digits.')
  expect(faultText(fault({ code: 'too_long', remedy: 'Shorten the text.' }))).toBe('It is wrong. Shorten the text.')
})

test.each([
  ['/To/Zip', 'To, ZIP Code'],
  ['/From/AddressLine1', 'From, street'],
  ['/VariablePayload/first_name', 'first_name'],
  ['/Front', 'Front'],
])('%s is called %s', (pointer, place) => {
  expect(faultPlace(fault({ pointer }))).toBe(place)
})

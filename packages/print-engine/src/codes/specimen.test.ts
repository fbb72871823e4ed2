import { expect, test } from 'vitest'
import { encodeImb } from './imb-encode.ts'
import { serviceTypes } from './service-types.ts'
import { specimenImb } from './specimen.ts'

test.each([
  ['74104', 'first-class', '0030090000019900000074104'],
  ['74104-0199', 'first-class', '00300900000199000000741040199'],
  ['74104', 'standard', '0030190000019900000074104'],
] as const)('the specimen for %s, %s, can be encoded', (zip, mailClass, digits) => {
  expect(specimenImb(zip, mailClass)).toBe(digits)
  expect(encodeImb(specimenImb(zip, mailClass))).toHaveLength(65)
})

test('each mail class and each kind of tracing has a service type of its own', () => {
  const codes = Object.values(serviceTypes).flatMap(({ untraced, traced }) => [untraced, traced])
  expect(new Set(codes).size).toBe(codes.length)
  for (const code of codes) expect(code).toMatch(/^\d{3}$/)
})

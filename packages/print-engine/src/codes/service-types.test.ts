import { afterEach, expect, test, vi } from 'vitest'
import { encodeImb } from './imb-encode.ts'
import { serviceTypes, specimenImb } from './service-types.ts'

test.each([
  ['74104', 'first-class', '0030090000019900000074104'],
  ['74104-0199', 'first-class', '00300900000199000000741040199'],
  ['74104', 'standard', '0030190000019900000074104'],
] as const)('the specimen for %s, %s, can be encoded', (zip, mailClass, digits) => {
  expect(specimenImb(zip, mailClass)).toBe(digits)
  expect(encodeImb(specimenImb(zip, mailClass))).toHaveLength(65)
})

afterEach(() => vi.doUnmock('@app/brand'))

test.each(['900000100', '900100'])('the specimen of the mailer id %s can be encoded', async (mailerId) => {
  vi.resetModules()
  vi.doMock('@app/brand', () => ({ brand: { postage: { mailerId } } }))
  const other = await import('./service-types.ts')
  const digits = other.specimenImb('74104', 'first-class')
  expect(digits).toMatch(new RegExp(`^00300${mailerId}0+74104$`))
  expect(encodeImb(digits)).toHaveLength(65)
})

test('each mail class and each kind of tracing has a service type of its own', () => {
  const codes = Object.values(serviceTypes).flatMap(({ untraced, traced }) => [untraced, traced])
  expect(new Set(codes).size).toBe(codes.length)
  for (const code of codes) expect(code).toMatch(/^\d{3}$/)
})

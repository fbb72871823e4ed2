import { expect, onTestFinished, test, vi } from 'vitest'
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

test('the specimen for a six-digit mailer id has the right number of digits', async () => {
  vi.doMock('@app/brand', () => ({ brand: { postage: { mailerId: '900100' } } }))
  onTestFinished(() => vi.doUnmock('@app/brand'))
  // The query string loads the module again, without affecting other tests.
  const again: string = './service-types.ts?six-digits'
  const other = (await import(again)) as typeof import('./service-types.ts')
  expect(other.specimenImb('74104', 'first-class')).toBe('0030090010000000000074104')
})

test('each mail class and each kind of tracing has its own service type', () => {
  const codes = Object.values(serviceTypes).flatMap(({ untraced, traced }) => [untraced, traced])
  expect(new Set(codes).size).toBe(codes.length)
  for (const code of codes) expect(code).toMatch(/^\d{3}$/)
})

import { expect, test } from 'vitest'
import { encodeImb } from './imb-encode.ts'
import { specimenImb } from './specimen.ts'

test.each([
  ['74104', '0030090000019900000074104'],
  ['74104-0199', '00300900000199000000741040199'],
])('the specimen for %s is a barcode that an encoder takes', (zip, digits) => {
  expect(specimenImb(zip)).toBe(digits)
  expect(encodeImb(specimenImb(zip))).toHaveLength(65)
})

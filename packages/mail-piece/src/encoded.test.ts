import { describe, expect, test } from 'vitest'
import { encodeImb, encodeQr } from '../scripts/encode-codes.ts'
import { encodedCodes } from './encoded.ts'
import { sampleCodes, type SampleId } from './sample-codes.ts'

describe('the Intelligent Mail encoder', () => {
  test('draws the reference barcode of the USPS specification', () => {
    expect(encodeImb('0123456709498765432101234567891')).toBe(
      'AADTFFDFTDADTAADAATFDTDDAAADDTDTTDAFADADDDTFFFDDTTTADFAAADFTDAADA',
    )
  })

  test.each(['0123456709498765432', '012345670949876543210123'])(
    'refuses %s, which has the wrong number of digits',
    (digits) => {
      expect(() => encodeImb(digits)).toThrow(/20, 25, 29 or 31/)
    },
  )
})

describe('encoded.ts', () => {
  // Object.keys has the type string[], whatever the keys of the object are.
  test.each(Object.keys(sampleCodes) as SampleId[])('is up to date for %s', (id) => {
    expect(encodedCodes[id].imb).toBe(encodeImb(sampleCodes[id].imb))
    expect(encodedCodes[id].qr).toEqual(encodeQr(sampleCodes[id].url))
  })
})

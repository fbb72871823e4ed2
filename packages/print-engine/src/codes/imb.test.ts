import { describe, expect, test } from 'vitest'
import { imbNumber, seeded } from '../../test/random.ts'
import { secondEncoding } from '../../test/second-encoder.ts'
import { decodeImb, checksumOf, UnreadableImbError } from './imb-decode.ts'
import { encodeImb } from './imb-encode.ts'
import { bars as barTable, characterTable } from './imb-tables.ts'

/** The four encoding examples of USPS-B-3200. */
const examples = [
  ['01234567094987654321', 'ATTFATTDTTADTAATTDTDTATTDAFDDFADFDFTFFFFFTATFAAAATDFFTDAADFTFDTDT'],
  ['0123456709498765432101234', 'DTTAFADDTTFTDTFTFDTDDADADAFADFATDDFTAAAFDTTADFAAATDFDTDFADDDTDFFT'],
  ['01234567094987654321012345678', 'ADFTTAFDTTTTFATTADTAAATFTFTATDAAAFDDADATATDTDTTDFDTDATADADTDFFTFA'],
  ['0123456709498765432101234567891', 'AADTFFDFTDADTAADAATFDTDDAAADDTDTTDAFADADDDTFFFDDTTTADFAAADFTDAADA'],
] as const

const numbersOf = (count: number) => Array.from({ length: count }, () => imbNumber(random))
const random = seeded(3200)
const isReadable = (bars: string) => {
  try {
    return Boolean(decodeImb(bars))
  } catch {
    return false
  }
}

test.each(examples)('the example %s from the standard is encoded and decoded', (number, bars) => {
  expect(encodeImb(number)).toBe(bars)
  expect(decodeImb(bars)).toBe(number)
})

test('the tables have the sizes and the corners of the standard', () => {
  expect(characterTable).toHaveLength(1365)
  expect(new Set(characterTable).size).toBe(1365)
  expect([0, 1, 1286, 1287, 1288, 1364].map((codeword) => characterTable[codeword])).toEqual([
    31, 7936, 496, 3, 6144, 160,
  ])
  const bits = barTable.flatMap(({ descender, ascender }) => [descender, ascender])
  expect(new Set(bits.map(({ character, bit }) => `${character} ${bit}`)).size).toBe(130)
})

test('the checksum matches the example in the standard', () => {
  expect(checksumOf(0x16907b2a24abc16a2e5c004b1n)).toBe(0x751)
})

/** The limits of each part, where a carry would be lost. */
const ends = ['', '00000', '99999', '000000000', '999999999', '00000000000', '99999999999'].flatMap((routing) =>
  ['00', '94'].flatMap((identifier) => [0, 9].map((digit) => identifier + String(digit).repeat(18) + routing)),
)

test.each(ends)('%s is decoded from its bars, and a second encoder draws the same bars', (number) => {
  const bars = encodeImb(number)
  expect(decodeImb(bars)).toBe(number)
  expect(secondEncoding(number)).toBe(bars)
})

describe('a wrong bar', () => {
  test('changes at most one bit in each of two different characters, so that both become invalid', () => {
    for (const { descender, ascender } of barTable) expect(descender.character).not.toBe(ascender.character)
  })

  test('is always detected', () => {
    const damagedBarcodes = (bars: string) =>
      Array.from(bars, (bar, place) =>
        Array.from('ADTF'.replace(bar, ''), (other) => bars.slice(0, place) + other + bars.slice(place + 1)),
      ).flat()
    const damaged = numbersOf(10).map(encodeImb).flatMap(damagedBarcodes)
    expect(damaged).toHaveLength(10 * 65 * 3)
    expect(damaged.filter(isReadable)).toEqual([])
  })

  test('an upside-down barcode is always detected, too', () => {
    const turned: Record<string, string> = { A: 'D', D: 'A' }
    const upsideDown = numbersOf(50)
      .map(encodeImb)
      .map((bars) =>
        Array.from(bars, (bar) => turned[bar] ?? bar)
          .toReversed()
          .join(''),
      )
    expect(upsideDown.filter(isReadable)).toEqual([])
  })
})

describe('ten valid characters that do not encode a number', () => {
  /** Converts ten codewords and a checksum to bars, without the range checks of a number. */
  const barsOf = ([first = 0, ...rest]: readonly number[], checksum: number) => {
    const characters = [first + 659 * (checksum >> 10), ...rest]
      .map((codeword) => characterTable[codeword]!)
      .map((character, place) => ((checksum >> place) & 1 ? character ^ 0x1fff : character))
    const isSet = ({ character, bit }: { character: number; bit: number }) => (characters[character]! >> bit) & 1
    return barTable.map(({ descender, ascender }) => 'TADF'[isSet(ascender) + 2 * isSet(descender)]).join('')
  }
  const zeros = Array.from({ length: 10 }, () => 0)
  const ofZero = checksumOf(0n)
  const largest = [658, ...Array.from({ length: 8 }, () => 1364), 1270]
  const ofLargest = checksumOf(659n * 1365n ** 8n * 636n - 1n)

  test('valid ones for comparison', () => {
    expect(decodeImb(barsOf(zeros, ofZero))).toBe('0'.repeat(20))
  })

  test.each([
    ['a wrong bit of the checksum', zeros, ofZero ^ 1, 'the checksum is wrong'],
    ['its wrong top bit', zeros, ofZero ^ 0x400, 'the checksum is wrong'],
    ['a last codeword that is odd', zeros.with(9, 1), ofZero, 'out of its range'],
    ['a last codeword that is too large', zeros.with(9, 1272), ofZero, 'out of its range'],
    ['a first codeword that is too large', zeros.with(0, 1318), 0, 'out of its range'],
    ['a number above those of the longest routing code', largest, ofLargest, 'the routing code is out of its range'],
  ])('have %s', (_name, codewords, checksum, reason) => {
    expect(() => decodeImb(barsOf(codewords, checksum))).toThrow(reason)
  })
})

test.each([
  ['64 bars', 'A'.repeat(64), '64 bars'],
  ['an unknown letter', `${'A'.repeat(64)}X`, '65 bars'],
  ['bars that draw no character', 'T'.repeat(65), 'character 1 of 10'],
])('%s cannot be decoded', (_name, bars, reason) => {
  expect(() => decodeImb(bars)).toThrow(UnreadableImbError)
  expect(() => decodeImb(bars)).toThrow(reason)
})

test.each([
  ['19 digits', '0123456709498765432'],
  ['24 digits', '012345670949876543210123'],
  ['a letter', '0123456709498765432A'],
  ['a second digit above 4', '05234567094987654321'],
  ['a digit of another script', '٠1234567094987654321'],
])('%s cannot be encoded', (_name, text) => {
  expect(() => encodeImb(text)).toThrow(RangeError)
})

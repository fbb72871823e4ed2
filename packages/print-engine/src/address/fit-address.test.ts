import type { PostalAddress } from '@app/mail-piece/address'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressSideOf, maxAddressLines, type PieceSize } from '../geometry/piece.ts'
import { checkSenderAddress, fitAddress, maxCharacters, senderLines } from './fit-address.ts'
import { abbreviatedStreet } from './street-suffixes.ts'

const dana: PostalAddress = {
  name: 'Dana Sample',
  street: '1418 Cedar Lane',
  unit: 'Apt 2',
  city: 'Tulsa',
  state: 'OK',
  zip: '74104-0199',
}
const linesOf = (changes: Partial<PostalAddress>, size: PieceSize = '4.25x6') =>
  fitAddress({ ...dana, ...changes }, size)

test.each([
  ['4.25x6', 32],
  ['6x9', 40],
  ['6x11', 40],
  ['8.5x11', 43],
  ['8.5x14', 43],
] as const)('a line of %s has room for %i characters', (size, characters) => {
  expect(maxCharacters(size)).toBe(characters)
})

describe('an address', () => {
  test('that fits is printed as in Publication 28, and nothing is abbreviated unnecessarily', () => {
    expect(linesOf({})).toEqual({
      lines: ['DANA SAMPLE', '1418 CEDAR LANE APT 2', 'TULSA OK\u00a0\u00a074104-0199'],
      findings: [],
    })
  })

  test.each([
    ['the suffix is abbreviated', '14180 Rocky Mountain Spring Avenue', '', ['14180 ROCKY MOUNTAIN SPRING AVE']],
    ['with the direction behind it', '1418 Old Cottonwood Boulevard Northwest', '', ['1418 OLD COTTONWOOD BLVD NW']],
    ['the unit stays behind it', '14180 Rocky Mountain Avenue', 'Apt 2', ['14180 ROCKY MOUNTAIN AVE APT 2']],
    [
      'the unit goes above it',
      '1418 Cottonwood Meadow Ct',
      'Building 12 Suite 4',
      ['BLDG 12 STE 4', '1418 COTTONWOOD MEADOW CT'],
    ],
    [
      'a box of a route stays in it',
      'Cottonwood Meadow RR 2 Box 18',
      'Unit C',
      ['UNIT C', 'COTTONWOOD MEADOW RR 2 BOX 18'],
    ],
    ['both', '14180 Rocky Mountain Spring Avenue', 'Suite # 12B', ['STE 12B', '14180 ROCKY MOUNTAIN SPRING AVE']],
  ])('has a delivery line that is too long: %s', (_name, street, unit, expected) => {
    const { lines, findings } = linesOf({ street, unit })
    expect(lines.slice(1, -1)).toEqual(expected)
    expect(findings).toEqual([])
  })

  test('with a name or a city that is too long wraps to the next line', () => {
    const name = 'Bartholomew Montgomery Sample-Example III'
    const { lines, findings } = linesOf({ name, city: 'Rancho Santa Margarita Heights' })
    expect(lines).toEqual([
      'BARTHOLOMEW MONTGOMERY',
      'SAMPLE-EXAMPLE III',
      '1418 CEDAR LANE APT 2',
      'RANCHO SANTA MARGARITA HEIGHTS OK',
      '74104-0199',
    ])
    // 33 of 32 characters: the state cannot be omitted.
    expect(findings.map(({ detail }) => detail)).toEqual(['The city line has 33 characters. A line has room for 32.'])
    expect(linesOf({ name, city: 'Rancho Santa Margarita Hills' }).findings).toEqual([])
  })

  test('that does not fit has a finding for each part, with its place but without its text', () => {
    const { lines, findings } = linesOf({ name: 'x'.repeat(80), street: `7 ${'Y'.repeat(60)} Street` })
    expect(findings).toEqual(
      ['The name has 80 characters', 'The delivery line has 65 characters'].map((detail) =>
        expect.objectContaining({
          code: 'address_line_too_long',
          severity: 'error',
          detail: `${detail}. A line has room for 32.`,
          page: 2,
          box: { left: 2.692, top: 1.875, width: 3.284, height: 2.375 },
        }),
      ),
    )
    expect(lines[0]).toBe('X'.repeat(80))
  })

  test('that needs more lines than a window shows has a finding', () => {
    const { findings } = linesOf(
      {
        name: 'Bartholomew Montgomery Alexander Sample-Example',
        street: '14180 Rocky Mountain Spring Valley Court',
        unit: 'Building 12 Suite 4',
      },
      '8.5x11',
    )
    expect(findings.map(({ detail }) => detail)).toEqual(['The address needs 5 lines. The piece has room for 4.'])
    expect(findings[0]).toMatchObject({ page: 1, box: addressSideOf('8.5x11').inkFree })
  })

  test.each([
    ['name', 'The name'],
    ['street', 'The street'],
    ['city', 'The city'],
    ['state', 'The state'],
    ['zip', 'The ZIP Code'],
  ] as const)('without a letter in its %s has a finding', (part, name) => {
    const { lines, findings } = linesOf({ unit: '', [part]: ' ., ' })
    expect(findings.map(({ code, detail }) => [code, detail])).toEqual([
      ['address_line_missing', `${name} has neither a letter nor a digit.`],
    ])
    expect(lines).toHaveLength(part === 'name' || part === 'street' ? 2 : 3)
  })

  test('accents and their letters count as one character', () => {
    const name = 'e\u0301'.repeat(32)
    expect(linesOf({ name })).toMatchObject({
      lines: [name.toUpperCase(), expect.anything(), expect.anything()],
      findings: [],
    })
  })
})

describe("the sender's address", () => {
  test.each([
    ['Suite 400', ['400 EXAMPLE AVE STE 400']],
    ['c/o Lee Sample', ['C/O LEE SAMPLE', '400 EXAMPLE AVE']],
    ['PO Box 12', ['400 EXAMPLE AVE', 'PO BOX 12']],
  ])('with the second line %s is laid out like any address', (unit, expected) => {
    expect(senderLines({ ...dana, street: '400 Example Ave', unit }).slice(1, -1)).toEqual(expected)
  })

  test('is too long if its longest line is', () => {
    expect(checkSenderAddress({ ...dana, unit: `c/o ${'x'.repeat(30)}` }, '8.5x11')).toEqual([])
    expect(checkSenderAddress({ ...dana, unit: `c/o ${'x'.repeat(76)}` }, '8.5x11')).toMatchObject([
      { code: 'address_line_too_long', part: 'unit', detail: expect.stringContaining('80 characters') },
    ])
  })
})

describe('for any address', () => {
  const word = fc.constantFrom(
    'North',
    'Street',
    'Ave.',
    'Apt',
    '#',
    'P.O. Box',
    'Suite',
    'RR',
    'Floor',
    '1..5',
    '12-34',
    '3½',
    '39.2',
  )
  const text = fc
    .array(fc.oneof(word, fc.string({ maxLength: 12 }), fc.nat().map(String)), { maxLength: 8 })
    .map((words) => words.join(' '))
  const addresses = fc.record({
    name: text,
    street: text,
    unit: text,
    city: text,
    state: fc.constant('OK'),
    zip: fc.constant('74104'),
  })
  const numbersIn = (parts: readonly string[]) => parts.flatMap((part) => part.match(/\d+/g) ?? []).sort()

  test('no number in it changes, and every line that is too long has a finding', () => {
    fc.assert(
      fc.property(addresses, fc.constantFrom<PieceSize>('4.25x6', '6x9', '8.5x11'), (address, size) => {
        const { lines, findings } = fitAddress(address, size)
        const { name, street, unit, city, state, zip } = address
        expect(numbersIn(lines)).toEqual(numbersIn([name, street, unit, city, state, zip]))
        const isTooLong =
          lines.length > maxAddressLines(size) || lines.some((line) => Array.from(line).length > maxCharacters(size))
        expect(findings.some(({ code }) => code === 'address_line_too_long')).toBe(isTooLong)
      }),
      { numRuns: 300, seed: 28 },
    )
  })
})

test.each([
  ['12 NORTH AVENUE', '12 NORTH AVE'],
  ['12 NORTH AVE', '12 NORTH AVE'],
  ['12 COURT', '12 COURT'],
  ['12 AVENUE NORTH', '12 AVENUE NORTH'],
  ['12 PARK AVENUE SOUTH', '12 PARK AVE S'],
  ['12 MEADOW SPRING', '12 MEADOW SPG'],
  ['12 AVENUE OF THE GARDENERS', '12 AVENUE OF THE GARDENERS'],
  ['12 OLD SOUTH', '12 OLD SOUTH'],
  ['PO BOX 12', 'PO BOX 12'],
  ['', ''],
])('the street %s is abbreviated to %s', (street, expected) => {
  expect(abbreviatedStreet(street)).toBe(expected)
})

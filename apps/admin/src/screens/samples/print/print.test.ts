import { describe, expect, test } from 'vitest'
import { sampleRequest } from '../../../../test/records.ts'
import { addressBlock, fitted } from './address-block.ts'
import { hasUnprintable, printable, textWidth } from './helvetica.ts'
import { averyLabels, parcelLabels } from './mailing-labels.ts'
import { packingSlips } from './packing-slips.ts'
import { wrapped, writePdf } from './pdf.ts'

const latin1 = (file: Uint8Array) => Array.from(file, (byte) => String.fromCharCode(byte)).join('')
const many = (count: number) => Array.from({ length: count }, () => sampleRequest())
const pagesOf = (file: Uint8Array) => latin1(file).match(/\/Type \/Page /g)?.length ?? 0

describe('an address block', () => {
  test('capitals, the firm under the name, the unit behind the street, two spaces before the ZIP', () => {
    const request = sampleRequest({ company: 'Example, Inc.', addressLine2: 'Suite 4', zip: '94107-2209' })
    expect(addressBlock(request)).toEqual([
      'MARCUS EXAMPLE',
      'EXAMPLE INC',
      '12 EXAMPLE STREET STE 4',
      'CAMBRIDGE MA  94107-2209',
    ])
  })

  test('accents are left out, as addresses do without them', () => {
    expect(addressBlock(sampleRequest({ firstName: 'Zoë', lastName: 'Łuczak' }))[0]).toBe('ZOE LUCZAK')
  })

  test('a long line gets smaller type, never under 8 points, then a second line', () => {
    const width = 167
    expect(fitted(['SHORT'], 10, width)).toEqual({ lines: ['SHORT'], size: 10 })
    const name = 'WOLFGANG AMADEUS MAXIMILIAN EXAMPLE OF THE VERY LONG NAMES'
    const { lines, size } = fitted([name], 10, width)
    expect(size).toBe(8)
    expect(lines.length).toBeGreaterThan(1)
    expect(lines.join(' ')).toBe(name)
    for (const line of lines) expect(textWidth(line, size)).toBeLessThanOrEqual(width)
  })
})

describe('text', () => {
  test('letters the font lacks are told', () => {
    expect(printable('Zoë – 東京')).toBe('Zoë - ??')
    expect(hasUnprintable('東京')).toBe(true)
    expect(hasUnprintable('Really?')).toBe(false)
  })

  test('a word wider than the line is broken', () => {
    const lines = wrapped('x'.repeat(100), 10, 100)
    expect(lines.join('')).toBe('x'.repeat(100))
    for (const line of lines) expect(textWidth(line, 10)).toBeLessThanOrEqual(100)
  })
})

describe('a file', () => {
  test('each object is where the table says', () => {
    const file = latin1(writePdf([{ width: 100, height: 100, texts: [{ x: 1, y: 2, size: 8, text: 'a (b) \\ c' }] }]))
    expect(file).toContain(String.raw`(a \(b\) \\ c) Tj`)
    const offsets = [...file.matchAll(/^(\d{10}) 00000 n /gm)].map(([, offset]) => Number(offset))
    expect(offsets).toHaveLength(6)
    offsets.forEach((offset, index) => expect(file.slice(offset).startsWith(`${index + 1} 0 obj`)).toBe(true))
    const [, start] = /startxref\n(\d+)/.exec(file) ?? []
    expect(file.slice(Number(start)).startsWith('xref')).toBe(true)
  })

  test('30 labels fill a sheet, the 31st begins the next', () => {
    expect(pagesOf(averyLabels(many(30)))).toBe(1)
    expect(pagesOf(averyLabels(many(31)))).toBe(2)
  })

  test('a label and a slip for each request', () => {
    expect(pagesOf(parcelLabels(many(3)))).toBe(3)
    expect(latin1(parcelLabels(many(1)))).toContain('(CAMBRIDGE MA  02138) Tj')
    const slips = packingSlips([sampleRequest({ notes: 'Gate code 12' }), sampleRequest({ sampleType: 'letters' })])
    expect(pagesOf(slips)).toBe(2)
    expect(latin1(slips)).toContain('(Gate code 12) Tj')
    expect(latin1(slips).match(/Postcard sample pack/g)).toHaveLength(1)
    expect(latin1(slips).match(/Letter sample pack/g)).toHaveLength(2)
  })
})

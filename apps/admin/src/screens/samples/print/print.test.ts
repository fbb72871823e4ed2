import { describe, expect, test } from 'vitest'
import { sampleRequest } from '../../../../test/records.ts'
import { addressBlock, fitted, leading } from './address-block.ts'
import { hasUnprintable, printable, textWidth } from './helvetica.ts'
import { inLatinLetters } from './latin-letters.ts'
import { averyLabels, cutOnAvery, parcelLabels } from './mailing-labels.ts'
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

  describe('in its box', () => {
    const box = { width: 167, height: 68, largest: 10, readable: 8 }
    const fits = (lines: string[], size: number) =>
      lines.every((line) => textWidth(line, size) <= box.width) && lines.length * size * leading <= box.height

    test('short lines have the largest type, a longer one a smaller', () => {
      expect(fitted(['SHORT'], box)).toEqual({ lines: ['SHORT'], size: 10, isCut: false })
      const longer = ['MARCUS EXAMPLE', '12345 NORTH EXAMPLE ROAD APT 4', 'CAMBRIDGE MA  02138-1234']
      expect(fitted(longer, box)).toEqual({ lines: longer, size: 9, isCut: false })
    })

    test('a line that is too long even then is broken, in the largest type that has room', () => {
      const name = 'WOLFGANG AMADEUS MAXIMILIAN EXAMPLE OF THE VERY LONG NAMES'
      const { lines, size, isCut } = fitted([name, '12 EXAMPLE ST', 'CAMBRIDGE MA  02138'], box)
      expect([lines.slice(0, -2).join(' '), ...lines.slice(-2)]).toEqual([name, '12 EXAMPLE ST', 'CAMBRIDGE MA  02138'])
      expect(size).toBe(10)
      expect(isCut).toBe(false)
      expect(fits(lines, size)).toBe(true)
    })

    test('what has no room at all loses the ends of name, firm and street, never the city, and says so', () => {
      const long = 'VERY LONG WORDS '.repeat(12).trim()
      const { lines, size, isCut } = fitted([long, long, long, 'RANCHO SANTA MARGARITA CA  92688-1234'], box)
      expect(isCut).toBe(true)
      expect(fits(lines, size)).toBe(true)
      expect(lines.slice(-2)).toEqual(['RANCHO SANTA MARGARITA CA', '92688-1234'])
      expect(lines.slice(0, 2)).toEqual([lines[0], lines[0]])
    })
  })
})

describe('Latin letters', () => {
  test('other alphabets are put into them and told, what the font has stays', async () => {
    const foreign = sampleRequest({ firstName: 'Иван', city: 'San José', notes: 'Zoë – 東京' })
    const { requests, changed } = await inLatinLetters([foreign, sampleRequest()])
    expect(requests[0]).toMatchObject({ firstName: 'Ivan', city: 'San José', notes: 'Zoe - DongJing' })
    expect(requests[1]).toEqual(sampleRequest())
    expect(changed).toEqual([foreign])
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
    expect(pagesOf(averyLabels(many(2), 30))).toBe(2)
    expect(pagesOf(averyLabels(many(4), 27))).toBe(1)
  })

  /** Where the first line of each label stands, in inches from the top left corner of its own page. */
  const places = (file: Uint8Array) =>
    [...latin1(file).matchAll(/ ([\d.]+) ([\d.]+) Td \(MARCUS EXAMPLE\) Tj/g)].map(([, x, y]) => [
      Number(x) / 72,
      11 - Number(y) / 72,
    ])

  test('labels stand where the sheet has them: 2.75 in from one to the next, 1 in from row to row', () => {
    const all = places(averyLabels(many(30)))
    const [left = 0, top = 0] = all[0] ?? []
    // 3/16 in to the first label and 0.15 in inside it; between the edges of the first row.
    expect(left).toBeCloseTo(0.1875 + 0.15, 5)
    expect(top).toBeGreaterThan(0.5 + 10 / 72)
    expect(top).toBeLessThan(1.5)
    all.forEach(([x = 0, y = 0], index) => {
      expect(x).toBeCloseTo(left + (index % 3) * 2.75, 5)
      expect(y).toBeCloseTo(top + Math.floor(index / 3), 5)
    })
  })

  test('a sheet that was used begins at its first free label', () => {
    const whole = places(averyLabels(many(30)))
    expect(places(averyLabels(many(2), 30))).toEqual([whole[29], whole[0]])
    expect(places(averyLabels(many(3), 5))).toEqual(whole.slice(4, 7))
  })

  test('an address that a label cannot hold is told', () => {
    const long = sampleRequest({ company: 'Long '.repeat(40).trim(), addressLine1: 'Long '.repeat(40).trim() })
    expect(cutOnAvery([sampleRequest(), long])).toEqual([long])
  })

  test('a slip breaks long lines, and says where the rest of long notes is', () => {
    const file = latin1(packingSlips([sampleRequest({ company: 'Long '.repeat(30), notes: 'x\n'.repeat(100) })]))
    for (const [, text = ''] of file.matchAll(/\((.*)\) Tj/g)) expect(textWidth(text, 10.5)).toBeLessThanOrEqual(504)
    expect(file).toContain('(The rest of the notes is in the staff app.) Tj')
    const lowest = Math.min(...[...file.matchAll(/ ([\d.]+) Td/g)].map(([, y]) => Number(y)))
    expect(lowest).toBeGreaterThanOrEqual(54)
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

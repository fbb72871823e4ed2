// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { typefaces } from '../../../../test/printed.ts'
import { sampleRequest } from '../../../../test/records.ts'
import { addressBlock, fitted, leading } from './address-block.ts'
import { wrapped } from '../../../pdf/typefaces.ts'

const { regular, bold } = typefaces

describe('an address block', () => {
  test('capitals, the firm under the name, the unit behind the street, two spaces before the ZIP', () => {
    const request = sampleRequest({ company: 'Example, Inc.', addressLine2: 'Suite 4', zip: '94107-2209' })
    expect(addressBlock(request, regular)).toEqual([
      'MARCUS EXAMPLE',
      'EXAMPLE INC',
      '12 EXAMPLE STREET STE 4',
      'CAMBRIDGE MA  94107-2209',
    ])
  })

  test.each([
    ['Zoë', 'Łuczak', 'ZOË ŁUCZAK'],
    ['Nguyễn Thị', 'Ánh', 'NGUYỄN THỊ ÁNH'],
    ['Γιώργος', 'Παππάς', 'ΓΙΏΡΓΟΣ ΠΑΠΠΆΣ'],
    ['Іван', 'Їжак', 'ІВАН ЇЖАК'],
  ])('%s %s is printed in their own letters', (firstName, lastName, name) => {
    expect(addressBlock(sampleRequest({ firstName, lastName }), bold)[0]).toBe(name)
  })

  describe('in its box', () => {
    const box = { typeface: regular, width: 167, height: 68, largest: 10, readable: 8 }
    const fits = (lines: string[], size: number) =>
      lines.every((line) => regular.widthOf(line, size) <= box.width) && lines.length * size * leading <= box.height

    test('short lines use the largest type, longer ones a smaller one', () => {
      expect(fitted(['SHORT'], box)).toEqual({ lines: ['SHORT'], size: 10, isCut: false })
      const longer = ['MARCUS EXAMPLE', '12345 NORTH EXAMPLE ROAD APT 4', 'CAMBRIDGE MA  02138-1234']
      expect(fitted(longer, box)).toEqual({ lines: longer, size: 9, isCut: false })
    })

    test('a line that is still too long is broken, in the largest type that fits', () => {
      const name = 'WOLFGANG AMADEUS MAXIMILIAN EXAMPLE OF THE VERY LONG NAMES'
      const { lines, size, isCut } = fitted([name, '12 EXAMPLE ST', 'CAMBRIDGE MA  02138'], box)
      expect([lines.slice(0, -2).join(' '), ...lines.slice(-2)]).toEqual([name, '12 EXAMPLE ST', 'CAMBRIDGE MA  02138'])
      expect(size).toBe(10)
      expect(isCut).toBe(false)
      expect(fits(lines, size)).toBe(true)
    })

    test('text that doesn’t fit loses the ends of name, firm, and street, never the city, and is flagged', () => {
      const long = 'VERY LONG WORDS '.repeat(12).trim()
      const { lines, size, isCut } = fitted([long, long, long, 'RANCHO SANTA MARGARITA CA  92688-1234'], box)
      expect(isCut).toBe(true)
      expect(fits(lines, size)).toBe(true)
      expect(lines.slice(-2)).toEqual(['RANCHO SANTA MARGARITA CA', '92688-1234'])
      expect(lines.slice(0, 2)).toEqual([lines[0], lines[0]])
    })
  })
})

describe('text in rows', () => {
  test('a word wider than the row is broken', () => {
    const rows = wrapped('x'.repeat(100), 10, 100, regular)
    expect(rows.join('')).toBe('x'.repeat(100))
    for (const row of rows) expect(regular.widthOf(row, 10)).toBeLessThanOrEqual(100)
  })

  test('a letter keeps its accent', () => {
    const rows = wrapped('ẹ́'.repeat(100), 10, 100, regular)
    expect(rows.join('')).toBe('ẹ́'.repeat(100))
    expect(rows.filter((row) => !row.startsWith('ẹ'))).toEqual([])
  })
})

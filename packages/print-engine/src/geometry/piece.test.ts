import { imbClearance, letterFormats, postcardFormats } from '@app/mail-piece/formats'
import { describe, expect, test } from 'vitest'
import {
  addressBlockOf,
  addressLineWidth,
  addressSideOf,
  foldStripsOf,
  maxAddressLines,
  type PieceSize,
  sheetOf,
} from './piece.ts'
import { type Box, boxOf, holds, overlap, pdfBox } from './units.ts'

const letters = ['8.5x11', '8.5x14'] as const
const postcards = ['4.25x6', '6x9', '6x11'] as const
const sizes: readonly PieceSize[] = [...postcards, ...letters]

test('every format of the product has a geometry', () => {
  expect([...Object.keys(postcardFormats), ...Object.keys(letterFormats)]).toEqual(sizes)
})

describe('the boxes of a page', () => {
  test.each([
    ['4.25x6', [450, 324], [9, 9, 441, 315], [18, 18, 432, 306]],
    ['6x9', [666, 450], [9, 9, 657, 441], [18, 18, 648, 432]],
    ['6x11', [810, 450], [9, 9, 801, 441], [18, 18, 792, 432]],
    ['8.5x11', [612, 792], [0, 0, 612, 792], [9, 9, 603, 783]],
    ['8.5x14', [612, 1008], [0, 0, 612, 1008], [9, 9, 603, 999]],
  ] as const)('of %s in points: page %j, trim %j, safe %j', (size, [width, height], trim, safe) => {
    const sheet = sheetOf(size)
    const inPoints = (box: Box) => pdfBox(box, sheet.page.height)
    expect(inPoints(sheet.page)).toEqual([0, 0, width, height])
    expect(inPoints(sheet.trim)).toEqual(trim)
    expect(inPoints(sheet.safe)).toEqual(safe)
  })
})

describe('the address side', () => {
  test.each([
    ['4.25x6', 3.2835],
    ['6x9', 4],
    ['6x11', 4],
  ] as const)('of %s: the zone is 0.275 in from the right of the bleed, and 0.25 in from the bottom', (size, width) => {
    const { page } = sheetOf(size)
    const { inkFree } = addressSideOf(size)
    expect(inkFree).toEqual(boxOf(page.width - 0.275 - width, page.height - 0.25 - 2.375, width, 2.375))
  })

  test.each(postcards)('of %s: the read area is 1/2 in from the sides of the card and 5/8 to 2 3/4 in up', (size) => {
    const { trim } = sheetOf(size)
    expect(addressSideOf(size).readArea).toEqual(
      boxOf(trim.left + 0.5, trim.top + trim.height - 2.75, trim.width - 1, 2.125),
    )
  })

  test.each(postcards)('of %s: the permit is inside the safe zone and away from the address', (size) => {
    const { indicia, inkFree } = addressSideOf(size)
    const { trim, safe } = sheetOf(size)
    expect(indicia).toEqual(boxOf(trim.left + trim.width - 0.25 - 1.3, trim.top + 0.25, 1.3, 0.64))
    expect(holds(safe, indicia!)).toBe(true)
    expect(overlap(indicia!, inkFree)).toBe(false)
  })

  test.each(letters)(
    'of %s: both windows are on the first panel, and the recipient stays in the read area as the sheet slides',
    (size) => {
      const { inkFree, readArea, returnWindow, indicia } = addressSideOf(size)
      const [fold] = foldStripsOf(size)
      expect(inkFree).toEqual({ left: 0.625, top: 1.72, width: 4, height: 1 })
      expect(returnWindow).toEqual({ left: 0.625, top: 0.5, width: 3.25, height: 0.875 })
      expect(inkFree.top + inkFree.height).toBeLessThan(fold?.top ?? 0)
      expect(holds(readArea, inkFree)).toBe(true)
      expect(indicia).toBeUndefined()
    },
  )

  test.each(letters)('of %s: areas left of or below the windows become visible when the sheet slides', (size) => {
    expect(addressSideOf(size).windowMargins).toEqual([boxOf(0, 0.5, 3.875, 1.22), boxOf(0, 1.72, 4.625, 1.48)])
  })

  test('of a letter: the read area shrinks by how far the sheet slides, to the side and up', () => {
    // The panel takes 3 2/3 in of the envelope's 4 1/8 in, and the sheet takes 8 1/2 in of its 9 1/2 in.
    expect(addressSideOf('8.5x11').readArea).toEqual(boxOf(0.5, 1.375, 7.5, 11 / 3 - 0.625 - 1.375))
  })
})

test('an 11 in letter has two folds and a 14 in letter has three, so that each panel fits into the envelope', () => {
  const middles = (size: PieceSize) => foldStripsOf(size).map(({ top, height }) => top + height / 2)
  expect(middles('8.5x11')).toEqual([expect.closeTo(11 / 3, 5), expect.closeTo(22 / 3, 5)])
  expect(middles('8.5x14')).toEqual([3.5, 7, 10.5])
  expect(foldStripsOf('8.5x11')[0]).toEqual(boxOf(0, 11 / 3 - 1 / 32, 8.5, 1 / 16))
  expect(foldStripsOf('6x9')).toEqual([])
})

describe('the address block', () => {
  test.each([
    ['4.25x6', 6],
    ['6x9', 6],
    ['6x11', 6],
    ['8.5x11', 4],
    ['8.5x14', 4],
  ] as const)('of %s has room for %i lines', (size, lines) => {
    expect(maxAddressLines(size)).toBe(lines)
    expect(() => addressBlockOf(size, lines + 1)).toThrow(RangeError)
  })

  test.each(sizes)('of %s lies in its area and in the read area, with any number of lines', (size) => {
    const { inkFree, readArea } = addressSideOf(size)
    for (let count = 1; count <= maxAddressLines(size); count++) {
      const { barcode, lines } = addressBlockOf(size, count)
      expect(lines).toHaveLength(count)
      const { side, ends } = imbClearance
      const clear = boxOf(barcode.left - side, barcode.top - ends, barcode.width + 2 * side, barcode.height + 2 * ends)
      expect(holds(inkFree, clear), `${count} lines`).toBe(true)
      const outside = lines.filter((line) => !holds(inkFree, line) || !holds(readArea, line) || overlap(line, clear))
      expect(outside, `${count} lines`).toEqual([])
      const pitches = lines.slice(1).map((line, above) => line.top - (lines[above]?.top ?? 0))
      for (const pitch of pitches) expect(pitch).toBeCloseTo(lines[0]?.height ?? 0, 5)
    }
  })

  test('three lines are placed as the pieces of the site show them', () => {
    const { barcode, lines, typeInches } = addressBlockOf('4.25x6', 3)
    expect(typeInches).toBe(0.145)
    expect(barcode).toEqual(boxOf(2.8165, 2.656375, 2.929091, 0.145))
    expect(lines[0]).toEqual(boxOf(2.8165, 2.881375, 2.8085, 0.19575))
    expect(addressLineWidth('4.25x6')).toBeCloseTo(2.8085, 9)
  })

  test('the fourth line of a letter moves all lines closer', () => {
    const [three] = addressBlockOf('8.5x11', 3).lines
    const [four] = addressBlockOf('8.5x11', 4).lines
    expect(three?.height).toBe(0.19575)
    expect(four?.height).toBeCloseTo((1 - 2 * imbClearance.ends - 0.225) / 4, 5)
  })
})

import { imbBarBoxes, imbSize } from '@app/mail-piece/imb-bars'
import { describe, expect, test } from 'vitest'
import { imbNumber, seeded } from '../../test/random.ts'
import { secondEncoding } from '../../test/second-encoder.ts'
import { moved, rasterOf } from '../../test/raster.ts'
import { addressBlockOf, addressSideOf, sheetOf } from '../geometry/piece.ts'
import { type Box, boxOf } from '../geometry/units.ts'
import { UnreadableImbError } from './imb-decode.ts'
import { encodeImb } from './imb-encode.ts'
import { readImb } from './imb-read.ts'

const random = seeded(3200)
const randomNumber = () => imbNumber(random)

/** A strip just large enough for the barcode, at an arbitrary offset from the pixel grid. */
const strip = { width: imbSize.width + 0.1, height: imbSize.height + 0.1 }
const wholeStrip = boxOf(0, 0, strip.width, strip.height)
const barsAt = (bars: string, left: number, top: number) => imbBarBoxes(bars).map((bar) => moved(bar, left, top))
const offset = () => 0.03 + random(1000) / 25_000

describe('a drawn barcode', () => {
  // 10,000 numbers in parts that stay well below the time limit of a test on a busy machine.
  const parts = Array.from({ length: 20 }, (_, part) => part + 1)
  test.each(parts)('is read back for 500 numbers (part %i of 20), and a second encoder draws the same bars', () => {
    const wrong = Array.from({ length: 500 }, randomNumber).filter((number, run) => {
      const bars = encodeImb(number)
      const raster = rasterOf(strip, barsAt(bars, offset(), offset()), [150, 200, 300][run % 3]!)
      return secondEncoding(number) !== bars || readImb(raster, wholeStrip).digits !== number
    })
    expect(wrong).toEqual([])
  })

  test.each([150, 200, 300])('is found among the lines of a postcard at %i dpi, with its place', (dpi) => {
    const number = '0030090000019900104274104019918'
    const { barcode, lines } = addressBlockOf('4.25x6', 4)
    // Strokes of all widths stand for the address text: more strokes per line than the barcode has bars.
    const strokes = lines.flatMap(({ left, top }) =>
      Array.from({ length: 70 }, (_, stroke) =>
        boxOf(left + stroke * 0.04, top + 0.03, 0.012 + random(10) / 1000, 0.1),
      ),
    )
    const bars = barsAt(encodeImb(number), barcode.left, barcode.top)
    const raster = rasterOf(sheetOf('4.25x6').page, [...bars, ...strokes], dpi)
    const { digits, box } = readImb(raster, addressSideOf('4.25x6').inkFree)
    expect(digits).toBe(number)
    const errors = (['left', 'top', 'width', 'height'] as const).map((edge) => Math.abs(box[edge] - barcode[edge]))
    expect(Math.max(...errors)).toBeLessThanOrEqual(1.5 / dpi)
  })
})

describe('a barcode that cannot be read', () => {
  const number = '0123456709498765432101234567891'
  const bars = barsAt(encodeImb(number), 0.05, 0.05)
  const paper = { width: 4, height: strip.height }
  const drawn = (boxes: readonly Box[]) => () =>
    readImb(rasterOf(paper, boxes, 300), boxOf(0, 0, paper.width, paper.height))

  test('differs from an undamaged one, which is read', () => {
    expect(drawn(bars)().digits).toBe(number)
  })

  test('does not include one with dust above a tracker', () => {
    const tracker = bars[3]!
    const dust = boxOf(tracker.left, tracker.top - 0.025, tracker.width, 0.01)
    expect(drawn([...bars, dust])().digits).toBe(number)
  })

  test.each<[string, readonly Box[], string]>([
    ['empty paper', [], 'no row'],
    ['a missing bar', bars.slice(1), 'no row'],
    ['an extra bar', [...bars, boxOf(imbSize.width + 0.06, 0.08, 0.02, 0.08)], 'no row'],
    ['ink across it', [...bars, boxOf(0, 0.1, paper.width, 0.05)], 'no row'],
    ['a bar moved to its neighbor', bars.map((bar, place) => (place === 30 ? moved(bar, 0.02, 0) : bar)), 'no row'],
    ['bars too close together', bars.map((bar) => ({ ...bar, left: bar.left * 0.85 })), 'no row'],
    ['bars too far apart', bars.map((bar) => ({ ...bar, left: bar.left * 1.2 })), 'no row'],
    [
      'a tracker with a descender',
      bars.map((bar, place) => (place === 3 ? { ...bar, height: bar.height + 0.05 } : bar)),
      'character',
    ],
  ])('%s', (_name, boxes, reason) => {
    expect(drawn(boxes)).toThrow(UnreadableImbError)
    expect(drawn(boxes)).toThrow(reason)
  })

  test('an area outside the image has no barcode', () => {
    const raster = rasterOf(strip, bars, 300)
    expect(() => readImb(raster, boxOf(-5, -5, 2, 2))).toThrow(UnreadableImbError)
    expect(() => readImb(raster, boxOf(5, 5, 2, 2))).toThrow(UnreadableImbError)
    expect(readImb(raster, boxOf(-1, -1, 9, 9)).digits).toBe(number)
  })
})

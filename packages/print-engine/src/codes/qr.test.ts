import { qrModules } from '@app/mail-piece/formats'
import { describe, expect, test } from 'vitest'
import { imbNumber, seeded } from '../../test/random.ts'
import { rasterOf } from '../../test/raster.ts'
import { type Box, boxOf } from '../geometry/units.ts'
import { readQrCodes } from './qr-read.ts'
import { encodeQr, qrBoxes, qrModuleInches } from './qr.ts'

const url = 'https://garden.example/dana-tulsa'
const page = { width: 3, height: 2 }
const wholePage = boxOf(0, 0, page.width, page.height)
const readOne = async (boxes: readonly Box[], dpi = 300) => {
  const found = await readQrCodes(rasterOf(page, boxes, dpi), wholePage)
  expect(found).toHaveLength(1)
  return found[0]!
}

describe('a QR code', () => {
  test.each([
    ['a URL', url],
    ['capitals and digits', 'HTTPS://GARDEN.EXAMPLE/7'],
    ['digits', '0030090000019900104274104019918'],
    ['letters of other scripts', 'https://garden.example/Łódź/δέντρο/木'],
    ['carets and parentheses, which are not control sequences', 'https://garden.example/^101(x)\\'],
    ['one letter', 'a'],
    ['a long query', `${url}?${'q=1&'.repeat(60)}`],
  ])('with %s is read back', async (_name, text) => {
    expect((await readOne(qrBoxes(encodeQr(text), 0.5, 0.1, 1.8))).text).toBe(text)
  })

  test.each([150, 200, 300])('in the smallest size is read back at %i dpi, for each of 5 URLs', async (dpi) => {
    const random = seeded(dpi)
    for (let run = 0; run < 5; run++) {
      const text = `${url}/${imbNumber(random)}`
      const code = encodeQr(text)
      const offset = random(1000) / 3000
      const boxes = qrBoxes(code, offset, offset, (code.length + 2 * qrModules.quiet) * qrModules.minInches)
      expect((await readOne(boxes, dpi)).text).toBe(text)
    }
  })

  test.each([
    ['nothing', ''],
    ['more than a code holds', 'é'.repeat(1166)],
  ])('with %s is refused', (_name, text) => {
    expect(() => encodeQr(text)).toThrow(RangeError)
  })

  test('has the capacity that the standard states', () => {
    expect(encodeQr('a'.repeat(2331))).toHaveLength(177)
    expect(encodeQr('é'.repeat(1165))).toHaveLength(177)
  })
})

describe('its boxes', () => {
  const code = encodeQr(url)

  test('are the dark modules, and leave four modules on each side', () => {
    const module = 1.85 / (29 + 8)
    const boxes = qrBoxes(code, 0.5, 0.1, 1.85)
    expect(code).toHaveLength(29)
    expect(qrModuleInches(code, 1.85)).toBeCloseTo(module, 9)
    expect(boxes[0]).toEqual(boxOf(0.5 + 4 * module, 0.1 + 4 * module, 7 * module, module))
    const dark = code.flat().filter(Boolean).length
    expect(boxes.reduce((sum, box) => sum + box.width, 0) / module).toBeCloseTo(dark, 3)
    expect(Math.max(...boxes.map((box) => box.left + box.width))).toBeCloseTo(0.5 + 33 * module, 5)
    expect(Math.max(...boxes.map((box) => box.top + box.height))).toBeCloseTo(0.1 + 33 * module, 5)
  })

  test('are half a millimeter in the smallest size', () => {
    expect(qrModuleInches(code, (37 * 0.5) / 25.4)).toBeCloseTo(qrModules.minInches, 9)
  })
})

describe('reading a QR code', () => {
  const code = encodeQr(url)
  const side = 1.11
  const module = side / 37
  const boxes = qrBoxes(code, 0.5, 0.25, side)

  test('returns its place and module size, to a pixel', async () => {
    const { box, moduleInches, quietModules } = await readOne(boxes)
    const expected = boxOf(0.5 + 4 * module, 0.25 + 4 * module, 29 * module, 29 * module)
    const errors = (['left', 'top', 'width', 'height'] as const).map((edge) => Math.abs(box[edge] - expected[edge]))
    expect(Math.max(...errors)).toBeLessThanOrEqual(2 / 300)
    expect(Math.abs(moduleInches - module)).toBeLessThanOrEqual(2 / 300 / 29)
    expect(quietModules).toBe(4)
  })

  test.each([
    ['left', boxOf(0.5 + 2 * module - 0.1, 0.5, 0.1, 0.1)],
    ['right', boxOf(0.5 + 35 * module, 0.5, 0.1, 0.1)],
    ['top', boxOf(0.9, 0.25 + 2 * module - 0.1, 0.1, 0.1)],
    ['bottom', boxOf(0.9, 0.25 + 35 * module, 0.1, 0.1)],
  ])('detects ink in the quiet zone on the %s', async (_side, ink) => {
    const { quietModules } = await readOne([...boxes, ink])
    expect(quietModules).toBeGreaterThan(1.7)
    expect(quietModules).toBeLessThan(2.3)
  })

  test('counts the whole quiet zone at the edge of the paper, where nothing is printed', async () => {
    // Ink at the opposite edge is in the same image rows, but far away on the paper.
    const leftEdge = boxOf(0, 0, 0.05, page.height)
    const rightEdge = boxOf(page.width - 0.05, 0, 0.05, page.height)
    const atTopLeft = qrBoxes(code, -3.5 * module, -3.5 * module, side)
    const atBottomRight = qrBoxes(code, 3 - side + 3.5 * module, 2 - side + 3.5 * module, side)
    expect((await readOne([...atTopLeft, rightEdge])).quietModules).toBe(4)
    expect((await readOne([...atBottomRight, leftEdge])).quietModules).toBe(4)
  })

  test('finds both of two codes, and only those in the area', async () => {
    const other = qrBoxes(encodeQr('https://garden.example/marcus-reno'), 1.7, 0.25, side)
    const raster = rasterOf(page, [...boxes, ...other], 200)
    const texts = async (area: Box) => (await readQrCodes(raster, area)).map(({ text }) => text).sort()
    expect(await texts(wholePage)).toEqual([url, 'https://garden.example/marcus-reno'])
    const right = boxOf(1.65, 0.2, 1.35, 1.8)
    expect(await texts(right)).toEqual(['https://garden.example/marcus-reno'])
    const [found] = await readQrCodes(raster, right)
    expect(found!.box.left).toBeCloseTo(1.7 + 4 * module, 1)
    expect(found!.box.top).toBeCloseTo(0.25 + 4 * module, 1)
  })

  test.each<[string, readonly Box[]]>([
    ['empty paper', []],
    ['a half-covered code', [...boxes, boxOf(0.5, 0.25, side / 2, side)]],
  ])('finds nothing on %s', async (_name, drawn) => {
    expect(await readQrCodes(rasterOf(page, drawn, 300), wholePage)).toEqual([])
  })

  test('finds nothing outside the paper', async () => {
    expect(await readQrCodes(rasterOf(page, boxes, 300), boxOf(5, 5, 1, 1))).toEqual([])
  })
})

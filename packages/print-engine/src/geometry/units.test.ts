import { describe, expect, test } from 'vitest'
import { boxOf, grown, holds, overlap, pdfBox, points } from './units.ts'

describe('points', () => {
  test.each([
    [6.25, 450],
    [4.5, 324],
    [0.125, 9],
    [6.2, 446.4],
    [0.145, 10.44],
  ])('%s in is exactly %s pt', (inches, expected) => {
    expect(points(inches)).toBe(expected)
  })
})

test('a PDF box is measured from the bottom left corner', () => {
  expect(pdfBox({ left: 0.125, top: 0.125, width: 6, height: 4.25 }, 4.5)).toEqual([9, 9, 441, 315])
  expect(pdfBox({ left: 1, top: 0.5, width: 2, height: 0.25 }, 11)).toEqual([72, 738, 216, 756])
})

test('a box contains shapes that touch its edges from inside, and does not overlap shapes that touch them from outside', () => {
  const box = boxOf(0.1, 0.1, 0.2, 0.2)
  expect(holds(box, boxOf(0.1, 0.2, 0.2, 0.1))).toBe(true)
  expect(holds(box, boxOf(0.1, 0.2, 0.2, 0.11))).toBe(false)
  expect(holds(box, boxOf(0.09, 0.2, 0.1, 0.1))).toBe(false)
  expect(overlap(box, boxOf(0.3, 0.1, 1, 1))).toBe(false)
  expect(overlap(box, boxOf(0, 0, 0.1, 1))).toBe(false)
  expect(overlap(box, boxOf(0.29, 0.29, 1, 1))).toBe(true)
  expect(overlap(box, boxOf(0.15, 0.3, 0.1, 0.1))).toBe(false)
})

test('a box grows on all four sides', () => {
  expect(grown(boxOf(0.125, 0.125, 6, 4.25), 0.125)).toEqual(boxOf(0, 0, 6.25, 4.5))
})

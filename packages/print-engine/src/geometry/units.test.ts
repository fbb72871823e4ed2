import { describe, expect, test } from 'vitest'
import { pdfBox, points } from './units.ts'

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

test('a box of PDF is measured from the bottom left corner', () => {
  expect(pdfBox({ left: 0.125, top: 0.125, width: 6, height: 4.25 }, 4.5)).toEqual([9, 9, 441, 315])
  expect(pdfBox({ left: 1, top: 0.5, width: 2, height: 0.25 }, 11)).toEqual([72, 738, 216, 756])
})

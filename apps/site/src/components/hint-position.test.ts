import { describe, expect, test } from 'vitest'
import { type Box, hintPosition } from './hint-position.ts'

const hint = { width: 280, height: 90 }
/** Labels of three rows, one under the other, and the terms in them. */
const labels: Box[] = [100, 150, 200].map((top) => ({ left: 16, top, width: 260, height: 50 }))
const terms: Box[] = labels.map(({ left, top }) => ({ left, top: top + 12, width: 90, height: 26 }))
const placed = (row: number, window: { width: number; height: number }) => {
  const label = labels[row]
  if (!label) throw new Error(`no row ${row}`)
  return hintPosition(label, hint, terms.toSpliced(row, 1), window)
}

describe('a hint', () => {
  test('is next to its label if there is room', () => {
    for (const row of [0, 1, 2]) {
      expect(placed(row, { width: 1280, height: 720 })).toEqual({ left: 276, top: 80 + row * 50 })
    }
  })

  test('on a phone is above the first term, below the last, and clear of the others for one in between', () => {
    const phone = { width: 320, height: 568 }
    expect(placed(0, phone)).toEqual({ left: 16, top: 10 })
    expect(placed(1, phone)).toEqual({ left: 16, top: 470 })
    expect(placed(2, phone)).toEqual({ left: 16, top: 250 })
  })

  test('never leaves the window, even if there is little room', () => {
    const tiny = { width: 300, height: 200 }
    for (const row of [0, 1, 2]) {
      const { left, top } = placed(row, tiny)
      expect(left).toBeGreaterThanOrEqual(8)
      expect(left + hint.width).toBeLessThanOrEqual(292)
      expect(top + hint.height).toBeLessThanOrEqual(192)
    }
  })
})

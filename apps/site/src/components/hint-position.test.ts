import { describe, expect, test } from 'vitest'
import { type Box, hintPosition } from './hint-position.ts'

const hint = { width: 280, height: 90 }
/** The labels of three stacked rows, and the terms in them. */
const labels: Box[] = [100, 150, 200].map((top) => ({ left: 16, top, width: 260, height: 50 }))
const terms: Box[] = labels.map(({ left, top }) => ({ left, top: top + 12, width: 90, height: 26 }))
const placed = (row: number, window: { width: number; height: number }, isTouch = false) => {
  const label = labels[row]
  if (!label) throw new Error(`no row ${row}`)
  return hintPosition(label, hint, terms.toSpliced(row, 1), window, isTouch)
}

describe('a hint', () => {
  test('is next to its label if there is room', () => {
    for (const row of [0, 1, 2]) {
      expect(placed(row, { width: 1280, height: 720 })).toEqual({ left: 276, top: 80 + row * 50 })
    }
  })

  test('is at the bottom of the window on a touch screen, or at the top if it would cover the rows', () => {
    const phone = { width: 390, height: 800 }
    for (const row of [0, 1, 2]) expect(placed(row, phone, true)).toEqual({ left: 16, top: 702 })
    // The rows extend to the bottom.
    expect(placed(2, { width: 390, height: 260 }, true)).toEqual({ left: 16, top: 8 })
  })

  test('in a narrow window is above the first term, below the last, and covers no other term for one in between', () => {
    const phone = { width: 320, height: 568 }
    expect(placed(0, phone)).toEqual({ left: 16, top: 10 })
    expect(placed(1, phone)).toEqual({ left: 16, top: 470 })
    expect(placed(2, phone)).toEqual({ left: 16, top: 250 })
  })

  test('stays within the window, even if there is little room', () => {
    const tiny = { width: 300, height: 200 }
    for (const row of [0, 1, 2]) {
      const { left, top } = placed(row, tiny)
      expect(left).toBeGreaterThanOrEqual(8)
      expect(left + hint.width).toBeLessThanOrEqual(292)
      expect(top + hint.height).toBeLessThanOrEqual(192)
    }
  })
})

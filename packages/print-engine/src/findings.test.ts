import { describe, expect, test } from 'vitest'
import { printFindingKinds, printFindingOf } from './findings.ts'

describe('the catalog', () => {
  test.each(Object.entries(printFindingKinds))(
    '%s is written like the others, and explains what to do in complete sentences',
    (code, { remedy }) => {
      expect(code).toMatch(/^[a-z]+(_[a-z]+)+$/)
      expect(remedy).toMatch(/^[A-Z].*\.$/)
      expect(remedy.length).toBeLessThanOrEqual(120)
    },
  )
})

describe('a finding', () => {
  test('has the severity and the remedy of its kind', () => {
    expect(printFindingOf('unused_field', 'The field offer is not used.')).toEqual({
      code: 'unused_field',
      severity: 'warning',
      detail: 'The field offer is not used.',
      remedy: printFindingKinds.unused_field.remedy,
    })
  })

  test('has a box that is clamped to the limits of the contract', () => {
    const box = { left: -2083.3, top: 5000, width: 4000, height: 1 }
    expect(printFindingOf('text_clipped', 'Far away.', { page: 1, box }).box).toEqual({
      left: -1000,
      top: 1000,
      width: 1000,
      height: 1,
    })
  })

  test('has a box on a page, rounded to a thousandth of an inch', () => {
    const box = { left: 1 / 3, top: 2 / 3, width: 0.1 + 0.2, height: 1e-7 }
    expect(printFindingOf('text_on_fold', 'Line 4 is on the fold.', { page: 2, box })).toMatchObject({
      severity: 'note',
      page: 2,
      box: { left: 0.333, top: 0.667, width: 0.3, height: 0 },
    })
  })
})

import { describe, expect, test } from 'vitest'
import { findingCodes, findingKinds, findingOf } from './findings.ts'

describe('the catalog', () => {
  test.each(findingCodes)('%s is written like the others, and says what to do in whole sentences', (code) => {
    expect(code).toMatch(/^[a-z]+(_[a-z]+)+$/)
    expect(findingKinds[code].remedy).toMatch(/^[A-Z].*\.$/)
    expect(findingKinds[code].remedy.length).toBeLessThanOrEqual(120)
  })
})

describe('a finding', () => {
  test('has the severity and the remedy of its kind', () => {
    expect(findingOf('field_unused', 'The field offer is not used.')).toEqual({
      code: 'field_unused',
      severity: 'warning',
      detail: 'The field offer is not used.',
      remedy: findingKinds.field_unused.remedy,
    })
  })

  test('is in a box of a page, to a thousandth of an inch', () => {
    const box = { left: 1 / 3, top: 2 / 3, width: 0.1 + 0.2, height: 1e-7 }
    expect(findingOf('text_on_fold', 'Line 4 is on the fold.', { page: 2, box })).toMatchObject({
      page: 2,
      box: { left: 0.333, top: 0.667, width: 0.3, height: 0 },
    })
  })
})

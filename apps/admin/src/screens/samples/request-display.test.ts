// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { sampleRequest } from '../../../test/records.ts'
import { ageOf, changesText } from './request-display.ts'

test.each([
  [{}, 'New', false],
  [{ waitingDays: 1 }, '1 business day', false],
  [{ waitingDays: 2 }, '2 business days', false],
  [{ waitingDays: 3, isLate: true }, 'Late: 3 days', true],
])('the age of %j', (changes, text, isLate) => {
  expect(ageOf(sampleRequest(changes))).toEqual({ text, isLate })
})

describe('a description of colleagues’ changes', () => {
  const nia = { version: 2, changedBy: 'Nia Example' }
  const printed = { ...nia, printedAt: '2025-11-20T16:04:05.123Z', printedBy: 'Nia Example' }

  test.each([
    [printed, 'printed by Nia Example.'],
    [{ ...printed, processed: true }, 'printed and marked as processed by Nia Example.'],
    [{ ...nia, trackingNumber: '12345678' }, 'given a different tracking number by Nia Example.'],
    [{ version: 3 }, 'changed by someone else.'],
  ])('%j', (changes, text) => {
    expect(changesText([sampleRequest()], [sampleRequest(changes)])).toBe(
      `Marcus Example’s request has since been ${text}`,
    )
  })

  test('names one of several requests', () => {
    const [one, two] = [sampleRequest(), sampleRequest({ id: 'b', printedAt: printed.printedAt })]
    const now = [sampleRequest(printed), sampleRequest({ id: 'b', ...nia })]
    expect(changesText([one, two], now)).toBe(
      'Marcus Example’s request has since been printed by Nia Example. 1 more has changed too.',
    )
    expect(changesText([one, two], [one, two])).toBeUndefined()
  })
})

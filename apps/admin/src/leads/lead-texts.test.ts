import { describe, expect, test } from 'vitest'
import { dueDisplay } from './due-display.ts'
import { attributionText, touchText } from './touch-text.ts'

test.each([
  ['2026-11-21', 'Overdue, Nov 21', 'overdue'],
  ['2025-12-31', 'Overdue, Dec 31, 2025', 'overdue'],
  ['2026-11-22', 'Today', 'today'],
  ['2026-11-23', 'Nov 23', 'later'],
  ['2027-01-02', 'Jan 2, 2027', 'later'],
])('a next step due on %s is "%s"', (on, text, urgency) => {
  expect(dueDisplay(on, '2026-11-22')).toEqual({ text, urgency })
})

describe('the description of a visit', () => {
  const at = '2026-11-20T15:04:05.123Z'
  const mail = { at, page: '/', mailCode: 'Ab3dEf7', campaign: 'Spring' }

  test('includes all known facts', () => {
    expect(touchText(mail)).toBe('mail, campaign Spring, printed code Ab3dEf7, first page /')
    expect(touchText(mail, 'Spring postcard')).toBe(
      'mail, campaign Spring, printed piece Spring postcard, first page /',
    )
    expect(touchText({ at, page: '/letters', source: 'google', medium: 'cpc' })).toBe(
      'google (cpc), first page /letters',
    )
    expect(touchText({ at, page: '/' })).toBe('direct, first page /')
  })

  test.each([
    ['last.campaign=a=b', 'Campaign of the last visit: a=b'],
    ['first.piece=', 'Printed piece of the first visit: none'],
    ['unknown', 'direct or unknown'],
    ['last.toString=x', 'direct or unknown'],
  ])('the filter %s', (attribution, text) => expect(attributionText(attribution)).toBe(text))

  test('names a printed piece by its link', () => {
    expect(attributionText('last.piece=Ab3dEf7', 'Spring postcard')).toBe(
      'Printed piece of the last visit: Spring postcard',
    )
    expect(attributionText('last.campaign=Ab3dEf7', 'Spring postcard')).toBe('Campaign of the last visit: Ab3dEf7')
  })
})

import { Check } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { isEmail, isLine, isLineOrBlank } from './formats.ts'
import { Email, Line } from './index.ts'

describe('an email', () => {
  test.each([
    'a@b.co',
    "o'hara+x@example.com",
    'josé@example.com',
    'a@bücher.example',
    'a@xn--bcher-kva.example',
    'a@b.xn--bcher-kva',
    'a.b-c_d@sub.do-main.co.uk',
    'a@1.co',
    '😀@例え.テスト',
  ])('%s is accepted', (email) => {
    expect(isEmail(email)).toBe(true)
  })

  test.each([
    '',
    '<a@b.co>',
    'a@b..co',
    '.a@b.co',
    'a.@b.co',
    'a..b@b.co',
    'a@-b.co',
    'a@b-.co',
    'a@b',
    'a@.co',
    'a@b.c',
    'a@b.😀',
    'a@b.123',
    'a@b.c-o',
    'a@b.xn--',
    'a@b.xn---a',
    'a@b@c.co',
    '@b.co',
    'a@',
    'a,b@c.co',
    '"a b"@b.co',
    'a@b_c.co',
    'a@b.co\n',
    ' a@b.co',
    'a\u200b@b.co',
    'a\u202e@b.co',
    'a\ud800@b.co',
    'a@b\u3164.co',
  ])('%j is not', (email) => {
    expect(isEmail(email)).toBe(false)
  })
})

describe('a line', () => {
  test.each(["O'Brien", 'Nguyễn Văn', 'محمد', 'בן־גוריון', '李', '👩‍👩‍👧 Prints', 'می‌خواهم', 'Hearth & Home', ' padded '])(
    '%j is accepted',
    (line) => {
      expect(isLine(line)).toBe(true)
    },
  )

  test.each([
    ['nothing', ''],
    ['spaces alone', '  '],
    ['a line break', 'Dana\nExample'],
    ['a line separator', 'Dana\u2028Example'],
    ['a next line', 'Dana\u0085Example'],
    ['a tab', 'Dana\tExample'],
    ['an escape sequence', '\u001b[31mDana'],
    ['a bell', 'Dana\u0007'],
    ['text turned round', 'Dana\u202efdp.exe'],
    ['an isolated direction', '\u2067Dana\u2069'],
    ['zero-width characters alone', '\u200b\u200d\u2060'],
    ['a filler alone', '\u3164'],
    ['a blank Braille cell alone', '\u2800 '],
    ['half a surrogate pair', 'Dana\ud83d'],
  ])('%s is not', (_what, line) => {
    expect(isLine(line)).toBe(false)
  })

  test('may be blank where it is optional', () => {
    expect(['', '   ', 'Dana', '\t', '\u200b', 'Da\nna'].map(isLineOrBlank)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ])
  })
})

test('TypeBox checks the formats of the contract with the same functions', () => {
  expect(['a@bücher.example', 'a@b..co'].map((email) => Check(Email, email))).toEqual([true, false])
  expect(['Dana', 'Da\nna'].map((line) => Check(Line, line))).toEqual([true, false])
})

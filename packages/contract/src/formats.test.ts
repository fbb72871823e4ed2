import { Check } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import {
  isDay,
  isEmail,
  isFormula,
  isInstant,
  isLine,
  isLineOrBlank,
  isText,
  isTextOrBlank,
  isTrimmedLine,
} from './formats.ts'
import { Email, Line, operationTable } from './index.ts'

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
    'a\u{E0041}@b.co',
    'a\u00A0b@c.co',
    'a\u2800@b.co',
  ])('%j is not accepted', (email) => {
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
    ['only spaces', '  '],
    ['a line break', 'Dana\nExample'],
    ['a line separator', 'Dana\u2028Example'],
    ['a next line', 'Dana\u0085Example'],
    ['a tab', 'Dana\tExample'],
    ['an escape sequence', '\u001b[31mDana'],
    ['a bell', 'Dana\u0007'],
    ['reversed text', 'Dana\u202efdp.exe'],
    ['an isolated direction', '\u2067Dana\u2069'],
    ['only zero-width characters', '\u200b\u200d\u2060'],
    ['only a filler', '\u3164'],
    ['only a blank Braille cell', '\u2800 '],
    ['only a tag', '\u{E0041}'],
    ['only a musical beam', '\u{1D173}'],
    ['only a shorthand mark', '\u{1BCA0}'],
    ['only combining marks', '\u0301\u0E31\u{1D165}'],
    ['spaces of every kind', '\u00A0\u1680\u2003\u3000'],
    ['only a soft hyphen', '\u00AD'],
    ['only fillers', '\u115F\u1160\uFFA0\u17B4'],
    ['only variation selectors', '\uFE0F\u{E0100}\u180B'],
    ['only a private-use character', '\uE000'],
    ['an unassigned code point', '\u0378'],
    ['invisible signs', '\uFFFC\u{1D159}\u{13441}'],
    ['half a surrogate pair', 'Dana\ud83d'],
  ])('%s is not accepted', (_what, line) => {
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

test('a trimmed line has no spaces around it', () => {
  expect(['Dana', 'Dana Sample', ' Dana', 'Dana ', 'Dana\u3000', '\u3164'].map(isTrimmedLine)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})

test('a text may have line breaks but no other control characters, and needs a visible character', () => {
  expect(['Hello,\r\n\tDana', ' a', '', ' \n', '\u{E0041}', 'a\u001b', 'a\u202e'].map(isText)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ])
  expect(['', ' \n', 'a', '\u3164', 'a\u0000'].map(isTextOrBlank)).toEqual([true, true, true, false, false])
})

describe('every text in a body that needs a character', () => {
  type Part = Record<string, unknown>
  const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null

  /** The text schemas within this one, by path. */
  function* textsIn(place: string, schema: Part): Generator<[string, Part]> {
    if (schema['type'] === 'string') yield [place, schema]
    const { properties = {}, items, allOf = [] } = schema
    for (const [name, one] of Object.entries(properties as object))
      if (isPart(one)) yield* textsIn(`${place} ${name}`, one)
    for (const one of [items, ...(allOf as unknown[])]) if (isPart(one)) yield* textsIn(place, one)
  }

  /** The compiler reads templates, and template ids must exist. */
  const others = /Html|Template|Front|Back$/
  const texts = operationTable
    .flatMap(({ id, schema }) => (isPart(schema.body) ? [...textsIn(id, schema.body)] : []))
    .filter(([place, schema]) => Number(schema['minLength'] ?? 0) > 0 && !others.test(place))
    .filter(([, schema]) => Check(schema, 'Dana Sample'))

  test('refuses invisible text', () => {
    const invisible = [' ', '\u{E0041}', '\u{1D173}', '\u{1BCA0}', '\u0301', '\u3164', '\u2800', '\u200b']
    const accepting = texts.filter(([, schema]) => invisible.some((text) => Check(schema, text)))
    expect(accepting.map(([place]) => place)).toEqual([])
    expect(texts.map(([place]) => place)).toEqual(
      expect.arrayContaining([
        'createLead firstName',
        'createLeadView name',
        'createPostcard To Name',
        'createLeadNote text',
      ]),
    )
  })
})

describe('a day', () => {
  test.each(['2024-02-29', '0001-01-01', '9999-12-31'])('%s exists', (day) => {
    expect([isDay(day), isInstant(`${day}T00:00:00.000Z`)]).toEqual([true, true])
  })

  test.each(['2026-02-30', '2026-02-29', '2026-13-01', '2026-00-10', '0000-01-01', '2026-1-1', '2026-11-20\n'])(
    '%j does not',
    (day) => {
      expect([isDay(day), isInstant(`${day}T00:00:00.000Z`)]).toEqual([false, false])
    },
  )
})

describe('an instant', () => {
  test.each(['2026-11-20T23:59:59Z', '2026-11-20t15:04:05.123456z', '2026-11-20 15:04:05-15:59'])(
    '%s is accepted',
    (text) => {
      expect([isInstant(text), Number.isNaN(Date.parse(text))]).toEqual([true, false])
    },
  )

  test.each([
    '2026-11-20',
    '2026-11-20T24:00:00Z',
    '2026-11-20T23:59:60Z',
    '2026-11-20T15:04:05',
    '2026-11-20T15:04:05+16:00',
  ])('%s is not accepted', (text) => {
    expect(isInstant(text)).toBe(false)
  })
})

test('TypeBox checks the formats of the contract with the same functions', () => {
  expect(['a@bücher.example', 'a@b..co'].map((email) => Check(Email, email))).toEqual([true, false])
  expect(['Dana', 'Da\nna'].map((line) => Check(Line, line))).toEqual([true, false])
})

test.each([
  '=1+1',
  '\u200B=1+1',
  '\uFEFF\u2060@SUM(A1)',
  '\uFE66cmd',
  '\uFF1Dcmd',
  '\uFE62',
  ' =1',
  '\u00A0@SUM(A1)',
  '\uFFF9=1',
  '\u2800+1',
  '\u0301-1',
])('%j is a formula in a spreadsheet', (cell) => {
  expect(isFormula(cell)).toBe(true)
})

test.each(['1+1', 'a=1', '', ' ', '\u200B1', '*=1'])('%j is not a formula in a spreadsheet', (cell) => {
  expect(isFormula(cell)).toBe(false)
})

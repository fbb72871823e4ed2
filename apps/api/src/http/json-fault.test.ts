import { expect, test } from 'vitest'
import { jsonFault } from './json-fault.ts'

test.each([
  ['{"a": 1,}', 'unexpected "}" at line 1, column 9.'],
  ['{\n  "a": x\n}', 'unexpected "x" at line 2, column 8.'],
  ['{\n  "a": 1\n  "b": 2\n}', 'unexpected "\\"" at line 3, column 3.'],
  ["{'a': 1}", 'unexpected "\'" at line 1, column 2.'],
  ['[1, 2', 'it ends too early, at line 1, column 6.'],
  ['{"a": "b', 'unexpected "\\"" at line 1, column 7.'],
  ['{"a": 01}', 'unexpected "1" at line 1, column 8.'],
  ['{} {}', 'unexpected "{" at line 1, column 4.'],
  ['[1, ]', 'unexpected "]" at line 1, column 5.'],
  ['{"a" 1}', 'unexpected "1" at line 1, column 6.'],
  ['{"a": [}', 'unexpected "}" at line 1, column 8.'],
  ['  \n', 'it ends too early, at line 2, column 1.'],
])('%j is not JSON, and the error names the position', (text, expected) => {
  expect(() => JSON.parse(text)).toThrow(SyntaxError)
  expect(jsonFault(text)).toBe(`The body is not valid JSON: ${expected}`)
})

test.each(['{"__proto__": {}}', '[{"a": [true, null, -1.5e+3, "\\u00e9\\n", {}], "__proto__": []}]'])(
  '%j is valid JSON but rejected',
  (text) => {
    expect(jsonFault(text)).toContain('__proto__')
  },
)

test('a long text is scanned quickly', () => {
  expect(jsonFault(`{"html": "${'<p>\\n'.repeat(100_000)}" x`)).toContain('unexpected "x" at line 1, column 500013.')
})

import { expect, test } from 'vitest'
import { compiledTemplates } from './compiled-templates.ts'

test('a template is compiled once for each size, and the least used one is forgotten', () => {
  const compiled = compiledTemplates([], 2)
  const first = compiled('a', '6x9', false)
  expect(compiled('a', '6x9', false)).toBe(first)
  expect(compiled('a', '6x11', false)).not.toBe(first)
  // Used again, so the one of the other size is the oldest.
  compiled('a', '6x9', false)
  compiled('b', '6x9', false)
  expect(compiled('a', '6x9', false)).toBe(first)
  const other = compiled('b', '6x9', false)
  compiled('c', '6x9', false)
  expect(compiled('a', '6x9', false)).not.toBe(first)
  expect(compiled('b', '6x9', false)).not.toBe(other)
})

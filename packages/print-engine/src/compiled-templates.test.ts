import { expect, test } from 'vitest'
import { compiledTemplates } from './compiled-templates.ts'

test('a template is compiled once for each size, and the least used one is forgotten', () => {
  const compiled = compiledTemplates({ templates: 2, characters: 1_000 })
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

test('templates are kept up to a total length of their HTML', () => {
  const compiled = compiledTemplates({ templates: 50, characters: 1_000 })
  const long = (letter: string) => letter.repeat(400)
  const [first, second] = [compiled(long('a'), '6x9', false), compiled(long('b'), '6x9', false)]
  compiled(long('c'), '6x9', false)
  expect(compiled(long('b'), '6x9', false)).toBe(second)
  expect(compiled(long('a'), '6x9', false)).not.toBe(first)
  // One that is too long by itself is not kept at all.
  const huge = compiled('d'.repeat(1_001), '6x9', false)
  expect(compiled('d'.repeat(1_001), '6x9', false)).not.toBe(huge)
})

import { expect, test } from 'vitest'
import { compiledTemplates } from './compiled-templates.ts'

test('a template is compiled once per size, and the least recently used one is evicted', () => {
  const compiled = compiledTemplates({ templates: 2, characters: 1_000 })
  const first = compiled('a', '6x9', false)
  expect(compiled('a', '6x9', false)).toBe(first)
  expect(compiled('a', '6x11', false)).not.toBe(first)
  // Used again, so the template of the other size is the oldest.
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
  // A template that exceeds the limit alone is not kept at all.
  const huge = compiled('d'.repeat(1_001), '6x9', false)
  expect(compiled('d'.repeat(1_001), '6x9', false)).not.toBe(huge)
})

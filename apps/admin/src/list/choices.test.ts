import { expect, test } from 'vitest'
import { allowedChoices, choicesOf, withChoice } from './choices.ts'

test('joins several values, but keeps a value with a comma on its own', () => {
  expect(choicesOf('new,won,new,')).toEqual(['new', 'won'])
  expect(choicesOf(undefined)).toEqual([])
  expect(choicesOf('Spring, north', ['Spring, north'])).toEqual(['Spring, north'])
  expect(withChoice(['new'], 'won', true)).toBe('new,won')
  expect(withChoice(['new', 'won'], 'new', false)).toBe('won')
  expect(withChoice(['Main Website'], 'Spring, north', true)).toBe('Spring, north')
  expect(withChoice(['Spring, north'], 'Main Website', true)).toBe('Main Website')
})

test('drops invalid and excess values', () => {
  const isLetter = (value: string): value is 'a' | 'b' | 'c' => /^[abc]$/.test(value)
  expect(allowedChoices('a,1,b,c', isLetter, 2)).toEqual(['a', 'b'])
  expect(allowedChoices('1,2', isLetter, 2)).toBeUndefined()
})

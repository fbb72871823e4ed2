import { expect, test } from 'vitest'
import { allowedChoices, choiceOf, choicesOf, textOf, withChoice } from './choices.ts'

test('joins several values, even those with a comma in them', () => {
  expect(choicesOf('new,won,new,')).toEqual(['new', 'won'])
  expect(choicesOf(undefined)).toEqual([])
  expect(withChoice(['new'], 'won', true)).toBe('new,won')
  expect(withChoice(['new', 'won'], 'new', false)).toBe('won')
  const both = withChoice(['Main Website'], choiceOf('Spring, 5%2C north'), true)
  expect(choicesOf(both).map(textOf)).toEqual(['Main Website', 'Spring, 5%2C north'])
})

test('drops invalid and excess values', () => {
  const isLetter = (value: string): value is 'a' | 'b' | 'c' => /^[abc]$/.test(value)
  expect(allowedChoices('a,1,b,c', isLetter, 2)).toEqual(['a', 'b'])
  expect(allowedChoices('1,2', isLetter, 2)).toBeUndefined()
})

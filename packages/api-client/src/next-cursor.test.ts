import { expect, test } from 'vitest'
import { nextCursor } from './next-cursor.ts'

test.each([
  ['</v1/templates?limit=2&cursor=abc_-1>; rel="next"', 'abc_-1'],
  ['<https://api.example/v1/assets?cursor=x>; rel=next', 'x'],
  ['</v1/templates?cursor=first>; rel="first"', undefined],
  ['', undefined],
])('%s leads to %s', (link, cursor) => {
  expect(nextCursor(new Headers({ link }))).toBe(cursor)
})

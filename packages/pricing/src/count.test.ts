import { expect, test } from 'vitest'
import { formatCount } from './count.ts'

test.each([0, 7, 999, 1_000, 12_345, 1_234_567, -1_000, -999, 1_234.5, 0.1, 999_999_999_999])('%d', (count) => {
  expect(formatCount(count)).toBe(count.toLocaleString('en-US'))
})

test('formats a bigint with more digits than a number can have', () => {
  expect(formatCount(12_345_678_901_234_567_890n)).toBe('12,345,678,901,234,567,890')
})

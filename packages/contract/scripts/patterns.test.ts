import { analyse } from 'scslre'
import { expect, test } from 'vitest'
import { completeDocument } from './complete-document.ts'
import { readSource } from './read-source.ts'

const patterns = new Set<string>()
JSON.stringify(completeDocument(readSource()), (key, value: unknown) => {
  if (key === 'pattern' && typeof value === 'string') patterns.add(value)
  return value
})

test('every pattern is matched in linear time', () => {
  const reports = [...patterns].flatMap((pattern) =>
    analyse(new RegExp(pattern, 'u'), { assumeRejectingSuffix: true }).reports.map(({ type }) => ({ pattern, type })),
  )
  expect(patterns.size).toBeGreaterThan(10)
  expect(reports).toEqual([])
})

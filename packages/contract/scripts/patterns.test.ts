import { analyse } from 'scslre'
import { expect, test } from 'vitest'
import { completeDocument } from './complete-document.ts'
import { readSource } from './read-source.ts'

const patterns = new Set<string>()
JSON.stringify(completeDocument(readSource()), (key, value: unknown) => {
  if (key === 'pattern' && typeof value === 'string') patterns.add(value)
  return value
})

test.for([...patterns])('is matched in linear time: %s', (pattern) => {
  const { reports } = analyse(new RegExp(pattern, 'u'), { assumeRejectingSuffix: true })
  expect(reports.map(({ type, exponential }) => ({ type, exponential }))).toEqual([])
})

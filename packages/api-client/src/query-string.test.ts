import { expect, test } from 'vitest'
import { getExportLeadsUrl } from './index.ts'
import { queryString } from './query-string.ts'

test('separates list items with commas, and encodes everything else', () => {
  expect(queryString({ stage: ['won', 'lost'], source: 'Spring, north', q: 'a&b=ü', won: true, from: undefined })).toBe(
    'stage=won,lost&source=Spring%2C%20north&q=a%26b%3D%C3%BC&won=true',
  )
  expect(queryString()).toBe('')
})

test('builds the query of every URL of the client', () => {
  expect(getExportLeadsUrl({ columns: ['email', 'company'] })).toBe('/api/admin/leads/export?columns=email,company')
})

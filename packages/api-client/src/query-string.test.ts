import { expect, test } from 'vitest'
import { getExportLeadsUrl } from './index.ts'
import { queryString } from './query-string.ts'

test('separates the items of a list by commas, and encodes everything else', () => {
  expect(queryString({ stage: ['won', 'lost'], source: 'Spring, north', q: 'a&b=ü', won: true, from: undefined })).toBe(
    'stage=won,lost&source=Spring%2C%20north&q=a%26b%3D%C3%BC&won=true',
  )
  expect(queryString()).toBe('')
})

test('is the query of every address of the client', () => {
  expect(getExportLeadsUrl({ columns: ['email', 'company'] })).toBe('/api/admin/leads/export?columns=email,company')
})

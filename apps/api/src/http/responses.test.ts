import { expect, test } from 'vitest'
import { pageResponse } from './responses.ts'

test('the link to the next page keeps the query of the list, including question marks', async () => {
  const page = { rows: [], total: 9, isCapped: false, isSimilar: false, next: 'abc' }
  const { headers } = await pageResponse('/api/admin/leads?q=why?&limit=4&cursor=old', page)
  expect(headers.Link).toBe('</api/admin/leads?q=why%3F&limit=4&cursor=abc>; rel="next"')
})

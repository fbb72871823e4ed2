import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'

const { db, asStaff } = await startApp()

const insert = (city: string, createdAt: string, processed: boolean) =>
  db.query(
    `insert into sample_request (id, first_name, last_name, email, address_line1, city, state, zip, sample_type,
                                 created_at, processed)
     values ($1, 'Dana', 'Example', 'dana@example.com', '1 Example Street', $2, 'MA', '02138', 'both', $3, $4)`,
    [randomUUID(), city, createdAt, processed],
  )

type Listed = { city: string }

describe('listSampleRequests in the order of the work', () => {
  beforeEach(async () => {
    await db.query('delete from sample_request')
    await insert('Third', '2026-03-01T00:00:00Z', true)
    await insert('First', '2026-01-02T00:00:00Z', false)
    await insert('Fourth', '2026-04-01T00:00:00Z', true)
    await insert('Second', '2026-02-01T00:00:00Z', false)
  })

  test('200 with pending ones before processed ones, the oldest of each first, on any page', async () => {
    const cities: string[] = []
    let url: string | undefined = '/api/admin/print-samples?order=work&limit=1'
    while (url) {
      const answer = await asStaff({ method: 'GET', url })
      expect(answer.headers['x-total-count']).toBe('4')
      cities.push(...answer.json<Listed[]>().map(({ city }) => city))
      url = /<([^>]+)>/.exec(String(answer.headers['link'] ?? ''))?.[1]
    }
    expect(cities).toEqual(['First', 'Second', 'Third', 'Fourth'])
  })

  test('400 for a cursor of the other order', async () => {
    const { headers } = await asStaff({ method: 'GET', url: '/api/admin/print-samples?limit=1' })
    const cursor = new URL(String(/<([^>]+)>/.exec(String(headers['link']))?.[1]), 'http://localhost').searchParams.get(
      'cursor',
    )
    const answer = await asStaff({ method: 'GET', url: `/api/admin/print-samples?order=work&cursor=${cursor}` })
    expect(answer.statusCode).toBe(400)
  })
})

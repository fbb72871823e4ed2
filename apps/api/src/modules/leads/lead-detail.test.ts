import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { insertLead, startApp } from '../../../test/harness.ts'

const { db, asStaff } = await startApp()

describe('getLead', () => {
  const get = (id: string) => asStaff({ method: 'GET', url: `/api/admin/leads/${id}` })
  const idOf = async (email: string) => {
    const { rows } = await db.query('select id from lead where email = $1', [email])
    return String(rows[0].id)
  }

  test('200 with the fields that the list omits', async () => {
    await insertLead(db, {
      email: 'full@example.com',
      message: 'Two lines\nof text',
      crm_error: 'Refused',
      crm_attempts: 2,
      crm_failures: JSON.stringify([{ at: '2026-11-20T15:04:07.001Z', reason: 'Refused' }]),
    })
    const answer = await get(await idOf('full@example.com'))
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      email: 'full@example.com',
      message: 'Two lines\nof text',
      phone: null,
      crmError: 'Refused',
      crmAttempts: 2,
      crmFailures: [{ at: '2026-11-20T15:04:07.001Z', reason: 'Refused' }],
      crmLeadId: null,
      crmSyncedAt: null,
    })
    expect(answer.json().source).toEqual(expect.any(String))
  })

  test('200 for a lead whose sync never failed', async () => {
    await insertLead(db, { email: 'well@example.com' })
    expect((await get(await idOf('well@example.com'))).json()).toMatchObject({ crmFailures: [] })
  })

  test('404 for an unknown lead, and for spam', async () => {
    expect((await get(randomUUID())).statusCode).toBe(404)
    await insertLead(db, { email: 'spam@example.com', is_spam: true })
    expect((await get(await idOf('spam@example.com'))).statusCode).toBe(404)
  })
})

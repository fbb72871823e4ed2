import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { AccessEntry } from '@app/contract'
import { insertLead, startApp } from '../../../test/harness.ts'
import { addMessage } from '../../../test/message-rows.ts'

const { app, db, makeStaff, countRows, postSample } = await startApp()
const owner = await makeStaff('owner')
const other = await makeStaff('owner')
const editor = await makeStaff('editor')
beforeEach(() =>
  db.query(
    'truncate access_entry, lead, record_change, sample_request, message, inbox_item, crm_erasure, staff_invitation, rate_limit',
  ),
)

const call = (method: 'GET' | 'POST', path: string, payload?: object, who = owner) =>
  app.inject({
    method,
    url: `/api/admin/${path}`,
    headers: { cookie: who.cookie },
    ...(payload && { payload }),
  })
const erase = (id: string, email = 'dana@example.com', who = owner) =>
  call('POST', `people/${id}/erase`, { email }, who)
const entries = async () => (await call('GET', 'access-entries')).json<AccessEntry[]>()

/** A person with two leads, one of them merged and in the CRM, a request with a message, and another person. */
async function dana() {
  const [id, merged] = [randomUUID(), randomUUID()]
  await insertLead(db, { id, crm_person_id: 7 })
  await insertLead(db, { id: merged, email: 'DANA@example.com', merged_into: id })
  await insertLead(db, { email: 'other@example.com' })
  await call('POST', `leads/${id}/notes`, { text: 'Called', mentions: [] })
  const request = await postSample()
  await addMessage(db, { sample_request_id: request, recipient: 'dana@example.com', kind: 'samples_sent' })
  return { id, request }
}

describe('getPerson', () => {
  test('200 with all records for the email, whichever record is requested', async () => {
    const { id, request } = await dana()
    const counts = {
      email: 'dana@example.com',
      leads: 2,
      sampleRequests: 1,
      timelineEntries: 1,
      messages: 1,
      proofs: 0,
      pieces: 0,
      hasInvitation: false,
      hasAccount: false,
      isMember: false,
      isInCrm: true,
    }
    expect((await call('GET', `people/${id}`)).json()).toEqual(counts)
    expect((await call('GET', `people/${request}`)).json()).toEqual(counts)
  })

  test('404 for an unknown person, 403 for everyone except owners', async () => {
    const { id } = await dana()
    expect((await call('GET', `people/${randomUUID()}`)).statusCode).toBe(404)
    expect((await call('GET', `people/${id}`, undefined, editor)).statusCode).toBe(403)
  })
})

describe('exportPerson', () => {
  test('200 with the document as a file, without CRM data, and the export is logged', async () => {
    const { id } = await dana()
    const file = await call('GET', `people/${id}/export`)
    expect(file.statusCode).toBe(200)
    expect(file.headers['content-disposition']).toBe('attachment; filename="person.json"')
    const document = file.json()
    expect(document).toMatchObject({ email: 'dana@example.com', crm: null })
    expect(document.note).toContain('pnpm manage privacy export')
    expect(document.leads).toHaveLength(2)
    expect(document.sampleRequests).toMatchObject([{ address_line1: '12 Example Street' }])
    expect(document.changes).toMatchObject([{ action: 'note' }])
    expect(document.messages).toHaveLength(1)
    expect(file.body).not.toContain('other@example.com')
    expect(await entries()).toMatchObject([
      { kind: 'privacy_export', recordId: id, staffName: 'Staff owner', times: 1 },
    ])
  })

  test('404 for an unknown person, 403 for everyone except owners', async () => {
    const { id } = await dana()
    expect((await call('GET', `people/${randomUUID()}/export`)).statusCode).toBe(404)
    expect((await call('GET', `people/${id}/export`, undefined, editor)).statusCode).toBe(403)
    expect(await entries()).toEqual([])
  })

  test('429 after ten in a minute, for this account only', async () => {
    const { id } = await dana()
    for (let count = 0; count < 10; count += 1) await call('GET', `people/${id}/export`)
    const refused = await call('GET', `people/${id}/export`)
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await call('GET', `people/${id}/export`, undefined, other)).statusCode).toBe(200)
    expect((await erase(id)).statusCode).toBe(200)
  })
})

describe('erasePerson', () => {
  test('200 deletes the records, queues the CRM erasure, and logs who did it without naming the person', async () => {
    const { id } = await dana()
    await call('GET', `people/${id}/export`)
    const answer = await erase(id, ' Dana@Example.com ')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ leads: 2, sampleRequests: 1, proofs: 0, isInCrm: true })
    expect([await countRows('lead'), await countRows('sample_request')]).toEqual([1, 0])
    expect([await countRows('message'), await countRows('record_change')]).toEqual([0, 0])
    expect(await countRows('crm_erasure')).toBe(1)
    const [erased, exported] = await entries()
    expect(erased).toMatchObject({ kind: 'privacy_erase', recordId: id, staffName: 'Staff owner' })
    expect(erased).not.toHaveProperty('recordName')
    expect(exported).toMatchObject({ kind: 'privacy_export' })
    expect(exported).not.toHaveProperty('recordId')
    expect(JSON.stringify((await db.query('select * from access_entry')).rows)).not.toMatch(/example\.com|Dana/)
  })

  test('404 for the second of two who erase the same person at the same time', async () => {
    const { id, request } = await dana()
    const answers = await Promise.all([erase(id), erase(request, 'dana@example.com', other)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 404])
    const refused = answers.find(({ statusCode }) => statusCode === 404)
    expect(refused?.json().detail).toBe('The person was not found. They may have just been erased.')
    expect((await entries()).filter(({ kind }) => kind === 'privacy_erase')).toHaveLength(1)
    expect(await countRows('crm_erasure')).toBe(1)
  })

  test('400 for another person’s email, without erasing anything', async () => {
    const { id } = await dana()
    const answer = await erase(id, 'other@example.com')
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors).toMatchObject([{ pointer: '/email' }])
    expect(await countRows('lead')).toBe(3)
    expect(await entries()).toEqual([])
  })

  test('429 after ten in a minute, without erasing the next person', async () => {
    const people = Array.from({ length: 11 }, (_, place) => ({ id: randomUUID(), email: `one-${place}@example.com` }))
    const answers: number[] = []
    for (const { id, email } of people) {
      await insertLead(db, { id, email })
      answers.push((await erase(id, email)).statusCode)
    }
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 200), 429])
    expect(await countRows('lead')).toBe(1)
  })

  test('403 for everyone except owners', async () => {
    const { id } = await dana()
    expect((await erase(id, 'dana@example.com', editor)).statusCode).toBe(403)
    expect(await countRows('lead')).toBe(3)
  })

  test('500 erases nothing when it cannot be logged', async () => {
    const { id } = await dana()
    await db.query("alter table access_entry add constraint refuses check (kind <> 'privacy_erase')")
    const answer = await erase(id)
    await db.query('alter table access_entry drop constraint refuses')
    expect(answer.statusCode).toBe(500)
    expect([await countRows('lead'), await countRows('crm_erasure')]).toEqual([3, 0])
  })
})

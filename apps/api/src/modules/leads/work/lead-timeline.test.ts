import { randomUUID } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import { beforeEach, describe, expect, test } from 'vitest'
import type { TimelineEntry } from '@app/contract'
import { insertLead, startApp } from '../../../../test/harness.ts'

const { app, db, makeStaff, postSample } = await startApp()
const { cookie, id: dana } = await makeStaff()

beforeEach(() => db.query('delete from lead; delete from sample_request; truncate record_change'))

const newLead = (changes: Record<string, unknown> = {}) => insertLead(db, changes)
const get = async (url: string): Promise<LightMyRequestResponse> =>
  app.inject({ url: `/api/admin/leads/${url}`, headers: { cookie } })
const note = (id: string, payload: object, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: `/api/admin/leads/${id}/notes`, headers: { cookie, ...headers }, payload })

describe('createLeadNote', () => {
  test('201 with the entry as the timeline shows it', async () => {
    const id = await newLead()
    const answer = await note(id, { text: '  Two lines\nof text ', mentions: [dana] })
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toEqual({
      id: expect.any(String),
      leadId: id,
      kind: 'note',
      at: expect.any(String),
      by: 'Staff owner',
      byId: dana,
      text: 'Two lines\nof text',
      mentions: [dana],
    })
    expect((await get(`${id}/timeline`)).json()[0]).toEqual(answer.json())
  })

  test('201 with the same note when the key is repeated, and 422 with another note', async () => {
    const id = await newLead()
    const headers = { 'idempotency-key': randomUUID() }
    const first = await note(id, { text: 'Once' }, headers)
    const again = await note(id, { text: 'Once' }, headers)
    expect([again.statusCode, again.json()]).toEqual([201, first.json()])
    expect((await note(id, { text: 'Twice' }, headers)).statusCode).toBe(422)
    expect((await note(id, { text: 'Once', mentions: [dana] }, headers)).statusCode).toBe(422)
    expect((await note(await newLead(), { text: 'Once' }, headers)).statusCode).toBe(422)
    const colleague = await makeStaff('editor')
    expect((await note(id, { text: 'Mine' }, { ...headers, cookie: colleague.cookie })).statusCode).toBe(201)
  })

  test('201 with the same note although its lead was merged since', async () => {
    const id = await newLead()
    const headers = { 'idempotency-key': randomUUID() }
    const first = await note(id, { text: 'Once' }, headers)
    await db.query('update lead set merged_into = $2 where id = $1', [id, await newLead()])
    const again = await note(id, { text: 'Once' }, headers)
    expect([again.statusCode, again.json()]).toEqual([201, first.json()])
  })

  test('400 for an invisible text, and for a mention without an account', async () => {
    const id = await newLead()
    for (const payload of [{ text: ' \n ' }, { text: 'x\0' }, { text: 'Hello', mentions: [dana, dana] }]) {
      expect((await note(id, payload)).statusCode).toBe(400)
    }
    const unknown = await note(id, { text: 'Hello', mentions: [dana, randomUUID()] })
    expect(unknown.json().errors[0].pointer).toBe('/mentions/1')
  })

  test('404 for a missing lead, 409 for a merged one', async () => {
    expect((await note(randomUUID(), { text: 'Hello' })).statusCode).toBe(404)
    expect((await note(await newLead({ merged_into: await newLead() }), { text: 'Hello' })).statusCode).toBe(409)
  })
})

describe('listLeadTimeline', () => {
  const timeline = async (id: string): Promise<TimelineEntry[]> => (await get(`${id}/timeline`)).json()

  test('200 with everything recorded, newest first', async () => {
    const id = await newLead({
      created_at: '2026-01-01T10:00:00Z',
      source: 'Mortgage Page',
      crm_failures: JSON.stringify([
        { at: '2026-01-01T10:00:01.000Z', reason: 'Busy' },
        { at: '2026-01-01T10:00:02.500Z', reason: 'Busy' },
      ]),
      crm_synced_at: '2026-01-01T10:01:00Z',
    })
    const request = await postSample({ email: 'DANA@example.com' })
    await postSample({ website: 'spam' })
    await postSample({ email: 'other@example.com' })
    await note(id, { text: 'Hello' })
    const answer = await get(`${id}/timeline`)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['x-total-count']).toBe('6')
    expect(answer.json().map(({ kind, text, recordId, at }: TimelineEntry) => [kind, text, recordId ?? at])).toEqual([
      ['note', 'Hello', expect.any(String)],
      ['sample', 'both', request],
      ['crm_synced', undefined, '2026-01-01T10:01:00.000Z'],
      ['crm_failed', 'Busy', '2026-01-01T10:00:02.500Z'],
      ['crm_failed', 'Busy', '2026-01-01T10:00:01.000Z'],
      ['arrived', 'Mortgage Page', '2026-01-01T10:00:00.000Z'],
    ])
  })

  test('200 names a sample request once when two leads of the person were merged', async () => {
    const into = await newLead()
    await newLead({ merged_into: into })
    const request = await postSample()
    expect((await timeline(into)).filter(({ recordId }) => recordId === request)).toHaveLength(1)
  })

  test('200 page by page, each entry once', async () => {
    const id = await newLead({ created_at: '2026-01-01T10:00:00Z' })
    await db.query(
      `insert into record_change (id, group_id, record_type, record_id, action, created_at, after)
       select gen_random_uuid(), gen_random_uuid(), 'lead', $1, 'note', '2026-02-01T00:00:00Z', jsonb_build_object('text', n)
         from generate_series(1, 11) as n`,
      [id],
    )
    const seen: string[] = []
    let next: string | undefined = `${id}/timeline?limit=5`
    while (next) {
      const answer = await get(next)
      expect(answer.headers['x-total-count']).toBe('12')
      seen.push(...answer.json().map((entry: TimelineEntry) => entry.id))
      next = /^<\/api\/admin\/leads\/(.+)>; rel="next"$/.exec(String(answer.headers['link'] ?? ''))?.[1]
    }
    expect(seen).toHaveLength(12)
    expect(new Set(seen).size).toBe(12)
    expect(seen.at(-1)).toBe(id)
  })

  test('400 for an invalid cursor, 404 for a missing lead and for spam', async () => {
    expect((await get(`${await newLead()}/timeline?cursor=abc`)).statusCode).toBe(400)
    expect((await get(`${randomUUID()}/timeline`)).statusCode).toBe(404)
    expect((await get(`${await newLead({ is_spam: true })}/timeline`)).statusCode).toBe(404)
  })

  test('is deleted with its lead', async () => {
    const id = await newLead()
    await note(id, { text: 'Hello' })
    await db.query('delete from lead')
    expect((await db.query('select from record_change')).rowCount).toBe(0)
  })
})

describe('listRelatedRecords', () => {
  const related = async (id: string) => (await get(`${id}/related`)).json()

  test('200 with leads and sample requests of the same person and company, and why', async () => {
    const me = { email: 'me@example.com', company: 'Acme', phone: '(800) 555-0142' }
    const id = await newLead(me)
    const others = {
      all: await newLead({ ...me, email: 'ME@example.com', company: 'ACME', phone: '+1 800 555 0142' }),
      phone: await newLead({ email: 'a@example.com', phone: '800.555.0142', stage: 'won' }),
      name: await newLead({ email: 'b@example.com', company: 'acme' }),
      colleague: await newLead({ email: 'c@example.com', company: 'Acme', first_name: 'Cleo', owner_id: dana }),
      nobody: await newLead({ email: 'd@example.com' }),
      spam: await newLead({ ...me, is_spam: true }),
    }
    const requests = {
      email: await postSample({ email: 'me@example.com' }),
      company: await postSample({ email: 'x@example.com', company: 'Acme' }),
    }
    await postSample({ email: 'y@example.com' })
    const answer = await get(`${id}/related`)
    expect(answer.statusCode).toBe(200)
    const { leads, sampleRequests } = answer.json()
    const reasonsOf = (records: { id: string; reasons: string[] }[]) =>
      Object.fromEntries(records.map((one) => [one.id, one.reasons]))
    expect(reasonsOf(leads)).toEqual({
      [others.all]: ['company', 'email', 'name', 'phone'],
      [others.phone]: ['phone'],
      [others.name]: ['company', 'name'],
      [others.colleague]: ['company'],
    })
    expect(leads.find((one: { id: string }) => one.id === others.colleague)).toMatchObject({
      ownerId: dana,
      stage: 'new',
    })
    expect(reasonsOf(sampleRequests)).toEqual({ [requests.email]: ['email'], [requests.company]: ['company'] })
  })

  test('200 with an empty list for a short number that many share, and for a person without others', async () => {
    const id = await newLead({ email: 'me@example.com', phone: '911' })
    await newLead({ phone: '911' })
    expect(await related(id)).toEqual({ leads: [], sampleRequests: [] })
  })

  test('200 with the newest twenty of many', async () => {
    const id = await newLead()
    await db.query(
      `insert into lead (id, first_name, last_name, email, lead_source, source)
       select gen_random_uuid(), 'Dana', 'Example', 'dana@example.com', 'x', 'x' from generate_series(1, 30)`,
    )
    expect((await related(id)).leads).toHaveLength(20)
  })

  test('404 for a missing lead', async () => {
    expect((await get(`${randomUUID()}/related`)).statusCode).toBe(404)
  })
})

test('a new lead shows what it has in common with others', async () => {
  await newLead({ email: 'a@example.com', company: 'Acme', phone: '800 555 0142' })
  for (const [changes, duplicateBy] of [
    [{ email: 'b@example.com', phone: '(800) 555-0142' }, ['phone']],
    [{ email: 'c@example.com', company: 'ACME' }, ['name']],
    [{ email: 'A@example.com', company: 'acme', phone: '8005550142' }, ['email', 'phone', 'name']],
    [{ email: 'd@example.com', company: 'Acme', first_name: 'Cleo' }, undefined],
  ] as const) {
    const id = await newLead(changes)
    expect((await get(id)).json().duplicateBy).toEqual(duplicateBy)
    const { rows } = await db.query('delete from lead where id = $1 returning id', [id])
    expect(rows).toHaveLength(1)
  }
})

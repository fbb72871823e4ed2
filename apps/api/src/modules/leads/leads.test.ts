import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { leadInput, startApp } from '../../../test/harness.ts'

const { app, db, countRows } = await startApp()

const postLead = (payload: unknown, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: '/api/leads', headers, payload: payload as object })

beforeEach(async () => {
  await db.query('delete from lead')
})

describe('createLead', () => {
  test('201 and a stored row for only the required members', { tags: ['A18'] }, async () => {
    const answer = await postLead(leadInput())
    expect(answer.statusCode).toBe(201)
    const { rows } = await db.query('select * from lead')
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      id: answer.json().id,
      first_name: 'Dana',
      status: 'new',
      company: null,
      volume: null,
    })
    expect(rows[0].created_at.toISOString()).toBe(answer.json().createdAt)
    expect(rows[0].crm_enqueued_at).toBeNull()
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  test('201 keeps every optional member, trims names and stores blanks as nothing', async () => {
    const text = 'Zoë 📮 שלום'
    await postLead(
      leadInput({
        firstName: `  ${text} `,
        company: '  ',
        phone: '(800) 555-0123',
        message: 'a\nb',
        industry: 'retail',
        volume: 'over-100000',
      }),
    )
    const { rows } = await db.query('select * from lead')
    expect(rows[0]).toMatchObject({
      first_name: text,
      company: null,
      phone: '(800) 555-0123',
      message: 'a\nb',
      industry: 'retail',
      volume: 'over-100000',
    })
  })

  test('201 with the same response, and one row, for a repeated key', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const first = await postLead(leadInput(), headers)
    const again = await postLead(Object.fromEntries(Object.entries(leadInput()).toReversed()), headers)
    expect(again.statusCode).toBe(201)
    expect(again.json()).toEqual(first.json())
    expect(await countRows('lead')).toBe(1)
  })

  test('201 once for 20 calls with one key at the same time', { tags: ['R23'] }, async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all(Array.from({ length: 20 }, () => postLead(leadInput(), headers)))
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([201]))
    expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1)
    expect(await countRows('lead')).toBe(1)
  })

  test('201 twice without a key: every call creates a new record', { tags: ['R25'] }, async () => {
    await postLead(leadInput())
    await postLead(leadInput())
    expect(await countRows('lead')).toBe(2)
  })

  test('422 for a key that was used before with another body', { tags: ['E23', 'E24'] }, async () => {
    const headers = { 'idempotency-key': randomUUID() }
    await postLead(leadInput(), headers)
    const answer = await postLead(leadInput({ company: 'Another' }), headers)
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ code: 'idempotency_key_reused', status: 422 })
    expect(answer.json().id).toBeUndefined()
    expect(await countRows('lead')).toBe(1)
  })

  test.each([
    ['too short', 'abc'],
    ['too long', 'a'.repeat(300)],
    ['with a space', 'aaaaaaaaaa aaaaaaaaaa'],
  ])('400 for a key that is %s', async (_what, key) => {
    expect((await postLead(leadInput(), { 'idempotency-key': key })).statusCode).toBe(400)
    expect(await countRows('lead')).toBe(0)
  })

  const mistakes: [what: string, change: object, pointer: string, ...tags: string[]][] = [
    ['no first name', { firstName: undefined }, '/firstName', 'E01'],
    ['an empty last name', { lastName: '' }, '/lastName'],
    ['a last name of spaces', { lastName: '   ' }, '/lastName', 'E01'],
    ['a number as a name', { firstName: 7 }, '/firstName', 'E01'],
    ['null as an email', { email: null }, '/email'],
    ['an email without a domain', { email: 'a@b' }, '/email', 'E03'],
    ['an email with two @', { email: 'a@b@c.example' }, '/email', 'E03'],
    ['a quoted email', { email: '"a b"@example.com' }, '/email', 'E03'],
    ['an email with a line break', { email: 'a@b.co\n' }, '/email', 'D13', 'E03'],
    ['an email of 300 characters', { email: `${'a'.repeat(300)}@b.co` }, '/email'],
    ['a name of 201 characters', { firstName: 'a'.repeat(201) }, '/firstName', 'E02'],
    ['a message of 5,001 characters', { message: 'a'.repeat(5_001) }, '/message', 'E02'],
    ['a NUL in a message', { message: 'a\u0000b' }, '/message'],
    ['half of a surrogate pair', { company: '\ud800' }, '/company'],
    ['an unknown industry', { industry: 'space' }, '/industry', 'E04'],
    ['an unknown volume', { volume: '7' }, '/volume', 'E04'],
    ['an unknown member', { isAdmin: true }, '/isAdmin', 'D10'],
    ['a status of its own', { status: 'synced' }, '/status', 'D10'],
    ['an id of its own', { id: randomUUID() }, '/id', 'D10'],
  ]
  for (const [what, change, pointer, ...tags] of mistakes)
    test(`400 for ${what}, identified by its pointer`, { tags }, async () => {
      const answer = await postLead(leadInput({ ...change }))
      expect(answer.statusCode).toBe(400)
      expect(answer.headers['content-type']).toContain('application/problem+json')
      expect(answer.json()).toMatchObject({ title: 'Bad Request', code: 'invalid_input' })
      expect(answer.json().errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer)
      expect(await countRows('lead')).toBe(0)
    })

  test('201 with the last value of a duplicate member', { tags: ['D11'] }, async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/leads',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(leadInput()).replace('{', '{"firstName":"First",'),
    })
    expect(answer.statusCode).toBe(201)
    expect(await countRows("lead where first_name = 'Dana'")).toBe(1)
  })

  const strangeBodies: [what: string, payload: string, status: number, ...tags: string[]][] = [
    ['malformed JSON', '{"firstName":', 400],
    ['an empty body', '', 400, 'E14'],
    ['an array', '[]', 400],
    ['a prototype', '{"__proto__":{"isAdmin":true}}', 400, 'D09'],
    ['10,000 levels', '['.repeat(10_000), 400],
    ['10 MB', JSON.stringify(leadInput({ message: 'a'.repeat(10_000_000) })), 413, 'E17'],
  ]
  for (const [what, payload, status, ...tags] of strangeBodies)
    test(`${status} for ${what}, and nothing is stored`, { tags }, async () => {
      const answer = await app.inject({
        method: 'POST',
        url: '/api/leads',
        headers: { 'content-type': 'application/json' },
        payload,
      })
      expect(answer.statusCode).toBe(status)
      expect(answer.json()).toMatchObject({ status, requestId: expect.any(String) })
      expect(await countRows('lead')).toBe(0)
    })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml'])(
    '415 for a body of %s',
    { tags: ['C04', 'C03'] },
    async (type) => {
      const answer = await app.inject({
        method: 'POST',
        url: '/api/leads',
        headers: { 'content-type': type },
        payload: JSON.stringify(leadInput()),
      })
      expect(answer.statusCode).toBe(415)
      expect(answer.json()).toMatchObject({ code: 'unsupported_media_type' })
    },
  )

  test('403 for a page from another origin, 201 for the site itself', { tags: ['C02'] }, async () => {
    expect((await postLead(leadInput(), { origin: 'https://evil.example' })).statusCode).toBe(403)
    expect((await postLead(leadInput(), { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
    expect(await countRows('lead')).toBe(0)
    expect((await postLead(leadInput(), { origin: 'http://localhost:3000' })).statusCode).toBe(201)
  })
})

import { describe, expect, test, vi } from 'vitest'
import { leadInput, sampleRequestInput, startApp } from './harness.ts'
import { postcard } from './print.ts'

// formats.test.ts of the contract has every case. Here a few of them are sent over HTTP.
const { app, makeStaff } = await startApp()
const { cookie } = await makeStaff()

const postLead = (changes: object) =>
  app.inject({ method: 'POST', url: '/api/leads', payload: leadInput({ ...changes }) })
const postSample = (changes: object) =>
  app.inject({ method: 'POST', url: '/api/print-samples', payload: sampleRequestInput({ ...changes }) })

describe('a name', () => {
  test.each(["O'Brien", 'محمد', '👩‍👩‍👧 Prints', ' padded '])('201 for %j', { tags: ['D18'] }, async (firstName) => {
    expect((await postLead({ firstName, company: firstName })).statusCode).toBe(201)
    expect((await postSample({ firstName, addressLine1: firstName })).statusCode).toBe(201)
  })

  test.each([
    ['a line break', 'Dana\nExample'],
    ['reversed text', 'Dana\u202efdp.exe'],
    ['only zero-width characters', '\u200b\u200d\u2060'],
    ['only a tag', '\u{E0041}'],
    ['only a combining mark', '\u0301'],
  ])('400 that names the field for %s', { tags: ['D18'] }, async (_what, value) => {
    const pointers = (answer: Awaited<ReturnType<typeof postLead>>) =>
      answer.json().errors.map(({ pointer }: { pointer: string }) => pointer)
    const lead = await postLead({ lastName: value, company: value })
    expect(lead.statusCode).toBe(400)
    expect(pointers(lead)).toEqual(['/lastName', '/company'])
    const sample = await postSample({ firstName: value, addressLine1: value, city: value })
    expect(sample.statusCode).toBe(400)
    expect(pointers(sample)).toEqual(['/firstName', '/addressLine1', '/city'])
    const invited = await app.inject({
      method: 'POST',
      url: '/api/admin/staff-invitations',
      headers: { cookie },
      payload: { email: 'rosa@example.com', name: value, role: 'viewer' },
    })
    expect(invited.statusCode).toBe(400)
  })
})

describe('an email', () => {
  test.each(["o'hara+x@example.com", 'a@bücher.example'])('201 for %s', { tags: ['D18'] }, async (email) => {
    expect((await postLead({ email })).statusCode).toBe(201)
  })

  test.each(['<a@b.co>', 'a@b..co', 'a@b', 'a\u200b@b.co'])('400 for %j', { tags: ['D18'] }, async (email) => {
    expect((await postLead({ email })).statusCode).toBe(400)
  })
})

test.each(['\u{E0041}', '\u{1D173}', '\u{1BCA0}', '\u0301', '\u3164', '\u2800'])(
  '400 for a view, a note, a contact, and an address that is %j',
  { tags: ['D18'] },
  async (name) => {
    const asOwner = (url: string, payload: object) =>
      app.inject({ method: 'POST', url: `/api/admin/${url}`, headers: { cookie }, payload })
    expect((await asOwner('lead-views', { name, query: '', isShared: false })).statusCode).toBe(400)
    const { id } = (await postLead({})).json()
    expect((await asOwner(`leads/${id}/notes`, { text: name })).statusCode).toBe(400)
    const { Key } = (await app.inject({ method: 'POST', url: '/v1/sandbox-keys', payload: {} })).json()
    const withKey = (url: string, payload: object) =>
      app.inject({ method: 'POST', url, headers: { authorization: `Bearer ${Key}` }, payload })
    const contact = { FirstName: name, LastName: 'Sample', Email: 'dana@example.com' }
    expect((await withKey('/v1/sandbox-keys/current/contact', contact)).statusCode).toBe(400)
    const { To } = postcard() as { To?: object }
    const answer = await withKey('/v1/postcards', postcard({ To: { ...To, Name: name } }))
    expect(answer.json().errors).toMatchObject([
      {
        pointer: '/To/Name',
        code: 'invalid_format',
        allowed: 'text of 1 to 80 characters: one line with at least one visible character',
      },
    ])
  },
)

test('a message may have line breaks, but no other control characters', { tags: ['D18'] }, async () => {
  expect((await postLead({ message: 'Hello,\r\n\tplease call.\n' })).statusCode).toBe(201)
  expect((await postLead({ message: 'Hello\u001b[2J' })).statusCode).toBe(400)
  expect((await postLead({ message: 'Hello\u202eolleh' })).statusCode).toBe(400)
})

test('200 for a list with texts in our formats, which the serializer does not check', async () => {
  const warn = vi.spyOn(console, 'warn')
  await postLead({ email: 'a@bücher.example' })
  const answer = await app.inject({ url: '/api/admin/leads', headers: { cookie } })
  expect(answer.json()).toContainEqual(expect.objectContaining({ email: 'a@bücher.example' }))
  expect(warn).not.toHaveBeenCalled()
})

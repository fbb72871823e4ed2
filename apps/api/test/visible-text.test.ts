import { describe, expect, test } from 'vitest'
import { leadInput, sampleRequestInput, startApp } from './harness.ts'

const { app, makeStaff } = await startApp()
const { cookie } = await makeStaff()

const postLead = (changes: object) =>
  app.inject({ method: 'POST', url: '/api/leads', payload: leadInput({ ...changes }) })
const postSample = (changes: object) =>
  app.inject({ method: 'POST', url: '/api/print-samples', payload: sampleRequestInput({ ...changes }) })

describe('a name', () => {
  test.each(["O'Brien", 'Nguyễn Văn', 'محمد', 'בן־גוריון', '李', '👩‍👩‍👧 Prints', 'می‌خواهم', 'Hearth & Home', ' padded '])(
    '201 for %j',
    { tags: ['D18'] },
    async (firstName) => {
      expect((await postLead({ firstName, company: firstName })).statusCode).toBe(201)
      expect((await postSample({ firstName, addressLine1: firstName })).statusCode).toBe(201)
    },
  )

  test.each([
    ['a line break', 'Dana\nExample'],
    ['a line separator', 'Dana\u2028Example'],
    ['a next line', 'Dana\u0085Example'],
    ['a tab', 'Dana\tExample'],
    ['an escape sequence', '\u001b[31mDana'],
    ['a bell', 'Dana\u0007'],
    ['text turned round', 'Dana\u202efdp.exe'],
    ['an isolated direction', '\u2067Dana\u2069'],
    ['zero-width characters alone', '\u200b\u200d\u2060'],
    ['a filler alone', '\u3164'],
    ['a blank Braille cell alone', '\u2800 '],
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
  test.each([
    'a@b.co',
    "o'hara+x@example.com",
    'josé@example.com',
    'a@bücher.example',
    'a@xn--bcher-kva.example',
    'a.b-c_d@sub.do-main.co.uk',
  ])('201 for %s', { tags: ['D18'] }, async (email) => {
    expect((await postLead({ email })).statusCode).toBe(201)
  })

  test.each([
    '<a@b.co>',
    'a@b..co',
    '.a@b.co',
    'a..b@b.co',
    'a@-b.co',
    'a@b',
    'a@b.c',
    'a@b.123',
    'a,b@c.co',
    '"a b"@b.co',
    'a@b.co\n',
    'a\u200b@b.co',
    'a\u202e@b.co',
  ])('400 for %j', { tags: ['D18'] }, async (email) => {
    expect((await postLead({ email })).statusCode).toBe(400)
  })
})

test('a message has lines, and no other control characters', { tags: ['D18'] }, async () => {
  expect((await postLead({ message: 'Hello,\r\n\tplease call.\n' })).statusCode).toBe(201)
  expect((await postLead({ message: 'Hello\u001b[2J' })).statusCode).toBe(400)
  expect((await postLead({ message: 'Hello\u202eolleh' })).statusCode).toBe(400)
})

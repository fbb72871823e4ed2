import { describe, expect, test } from 'vitest'
import { addRenderer, postcard, startPrintApp } from '../../../../test/print.ts'

const { app, db, own, withKey } = await startPrintApp()
await addRenderer(db)

const post = (payload: object, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: '/v1/postcards', payload, headers })
const problems = (answer: { json: () => { errors: { pointer: string; code: string }[] } }) =>
  answer.json().errors.map(({ pointer, code }) => `${pointer} ${code}`)
const storedValues = async () =>
  (await db.query('select request from print_proof order by created_at desc, id desc limit 1')).rows[0].request.values

describe('createPostcard', () => {
  test('202 with numbers and booleans as text, and with null as no value', async () => {
    const template = await withKey({
      method: 'POST',
      url: '/v1/templates',
      payload: {
        Name: 'Counts',
        Size: '4.25x6',
        Html: '<p>{{count}} {{first}} {{name ?? "you"}} {{tracking_token}}</p>',
      },
    })
    const { Id, Fields } = template.json()
    // The token is no field to send a value for, so it is never missing.
    expect(Fields.map(({ Name }: { Name: string }) => Name)).toEqual(['count', 'first', 'name'])
    const VariablePayload = { count: 12.5, first: true, name: null }
    const payload = postcard({ Front: Id, Back: Id, VariablePayload })
    const headers = { authorization: `Bearer ${own.Key}`, 'idempotency-key': 'values-of-other-types' }
    const answer = await post(payload, headers)
    expect(answer.statusCode).toBe(202)
    expect(await storedValues()).toEqual({ count: '12.5', first: 'true' })
    expect((await post(payload, headers)).json().Id).toBe(answer.json().Id)
    const changed = { ...payload, VariablePayload: { ...VariablePayload, count: 13 } }
    expect((await post(changed, headers)).statusCode).toBe(422)
  })

  test.each([
    ['null for a required field', null, 'missing_field'],
    ['an object', { text: 'Dana' }, 'invalid_type'],
    ['a list', ['Dana'], 'invalid_type'],
    ['a text that is too long', 'a'.repeat(2001), 'too_long'],
    ['a number that is too large', 1e300, 'too_large'],
  ])('400 for %s in one merge field, and no fault of another field', async (_what, value, code) => {
    const { VariablePayload } = postcard() as { VariablePayload?: object }
    const payload = postcard({ VariablePayload: { ...VariablePayload, first_name: value }, PostalClass: 'Standard' })
    expect(problems(await post(payload))).toEqual(
      expect.arrayContaining([`/VariablePayload/first_name ${code}`, '/PostalClass postal_class_not_available']),
    )
    expect(problems(await post(payload))).toHaveLength(2)
  })

  test.each([
    [{ order: 'a\u202Eb' }, '/Metadata/order invalid_format'],
    [{ order: '\u200B' }, '/Metadata/order invalid_format'],
    [{ '': '4711' }, '/Metadata/ invalid_format'],
    [{ 'a\u001B': '4711' }, '/Metadata/a\u001B invalid_format'],
    [{ ['x'.repeat(81)]: '4711' }, `/Metadata/${'x'.repeat(81)} invalid_format`],
  ])('400 for the metadata %j', async (Metadata, fault) => {
    expect(problems(await post(postcard({ Metadata })))).toEqual([fault])
  })

  test.each([
    [null, 'invalid_type'],
    [7, 'invalid_type'],
    ['x'.repeat(81), 'too_long'],
  ])('400 for %j in place of a template, and not for a side that is missing', async (Front, code) => {
    expect(problems(await post({ ...postcard(), Front }))).toEqual([`/Front ${code}`])
  })

  test.each([[null], ['Dana'], [['Dana']]])(
    '400 for %j in place of the merge fields, and nothing else',
    async (value) => {
      const answer = await post(postcard({ VariablePayload: value }))
      expect(problems(answer)).toEqual(['/VariablePayload invalid_type'])
    },
  )
})

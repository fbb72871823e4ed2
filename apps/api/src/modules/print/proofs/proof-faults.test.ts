import { describe, expect, test } from 'vitest'
import { addRenderer, postcard, startPrintApp } from '../../../../test/print.ts'

const { app, db, own, withKey } = await startPrintApp()
await addRenderer(db)
// Keeps the renderer alive without a heartbeat.
await db.query("update print_renderer set seen_at = now() + interval '1 day'")

const post = (payload: object, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: '/v1/postcards', payload, headers })
const problems = (answer: { json: () => { errors: { pointer: string; code: string }[] } }) =>
  answer.json().errors.map(({ pointer, code }) => `${pointer} ${code}`)

test('202 with numbers and booleans converted to text, and null as no value', async () => {
  const Html = '<p>{{count}} {{first}} {{name ?? "you"}} {{tracking_token}}</p>'
  const payload = { Name: 'Counts', Size: '4.25x6', Html }
  const { Id, Fields } = (await withKey({ method: 'POST', url: '/v1/templates', payload })).json()
  // Callers do not send the token, so it is never missing.
  expect(Fields.map(({ Name }: { Name: string }) => Name)).toEqual(['count', 'first', 'name'])
  const VariablePayload = { count: 12.5, first: true, name: null }
  const piece = postcard({ Front: Id, Back: Id, VariablePayload })
  const headers = { authorization: `Bearer ${own.Key}`, 'idempotency-key': 'values-of-other-types' }
  const answer = await post(piece, headers)
  expect(answer.statusCode).toBe(202)
  const { rows } = await db.query('select request from print_proof')
  expect(rows).toMatchObject([{ request: { values: { count: '12.5', first: 'true' } } }])
  expect((await post(piece, headers)).json().Id).toBe(answer.json().Id)
  const changed = { ...piece, VariablePayload: { ...VariablePayload, count: 13 } }
  expect((await post(changed, headers)).statusCode).toBe(422)
})

describe('400', () => {
  const { VariablePayload, To } = postcard() as { VariablePayload?: object; To?: object }
  const withValue = (value: unknown) => ({ VariablePayload: { ...VariablePayload, first_name: value } })

  test.each<[string, Record<string, unknown>, string | string[]]>([
    ['null for a required field', withValue(null), '/VariablePayload/first_name missing_field'],
    ['an object as a value', withValue({ text: 'Dana' }), '/VariablePayload/first_name invalid_type'],
    ['a list as a value', withValue(['Dana']), '/VariablePayload/first_name invalid_type'],
    ['a text that is too long', withValue('a'.repeat(2001)), '/VariablePayload/first_name too_long'],
    ['a number that is too large', withValue(1e300), '/VariablePayload/first_name too_large'],
    [
      'a NUL in a value',
      { VariablePayload: { first_name: 'Da\0na' } },
      '/VariablePayload/first_name characters_not_allowed',
    ],
    [
      'half a character in a name',
      { VariablePayload: { '\uD800': 'Dana' } },
      '/VariablePayload characters_not_allowed',
    ],
    ['null as merge fields', { VariablePayload: null }, '/VariablePayload invalid_type'],
    ['a text as merge fields', { VariablePayload: 'Dana' }, '/VariablePayload invalid_type'],
    ['a list as merge fields', { VariablePayload: [['Dana']] }, '/VariablePayload invalid_type'],
    ['a NUL in the description', { Description: '\0' }, '/Description invalid_format'],
    ['metadata that turns around', { Metadata: { order: 'a\u202Eb' } }, '/Metadata/order invalid_format'],
    ['invisible metadata', { Metadata: { order: '\u200B' } }, '/Metadata/order invalid_format'],
    ['metadata without a name', { Metadata: { '': '4711' } }, '/Metadata/ invalid_format'],
    ['a control character in a name', { Metadata: { 'a\u001B': '4711' } }, '/Metadata/a\u001B invalid_format'],
    ['a long name', { Metadata: { ['x'.repeat(81)]: '4711' } }, `/Metadata/${'x'.repeat(81)} invalid_format`],
    ['no template', { Front: null }, '/Front invalid_type'],
    ['a number as a template', { Front: 7 }, '/Front invalid_type'],
    ['a long template id', { Front: 'x'.repeat(81) }, '/Front too_long'],
    [
      'faults of the format, all at once',
      { Size: '5x7', Color: 'red', To: { ...To, Zip: '7410x' }, Front: undefined, WaitForRender: 'yes' },
      [
        '/Color unknown_field',
        '/WaitForRender invalid_type',
        '/To/Zip invalid_format',
        '/Size value_not_allowed',
        ' template_or_sides_required',
      ],
    ],
  ])('for %s, and only for that', async (_what, changes, expected) => {
    expect(problems(await post(postcard(changes)))).toEqual([expected].flat())
  })

  test('lists errors in templates, values, class, and address together, and nothing is stored', async () => {
    const answer = await post(
      postcard({
        Front: 'tmpl_planting_letter',
        PostalClass: 'Standard',
        VariablePayload: { city: 'Tulsa' },
        To: { ...To, AddressLine1: 'A '.repeat(39), City: 'Tulsa' },
        Description: 'Never stored',
      }),
    )
    expect(answer.statusCode).toBe(400)
    expect(problems(answer)).toEqual(
      expect.arrayContaining([
        '/Front template_size_mismatch',
        '/PostalClass postal_class_not_available',
        '/VariablePayload/first_name missing_field',
        '/To/AddressLine1 address_line_too_long',
      ]),
    )
    for (const error of answer.json().errors) {
      const [found, allowed, remedy] = [expect.any(String), expect.any(String), expect.any(String)]
      expect(error).toMatchObject({ found, allowed, remedy })
    }
    expect((await db.query(`select from print_proof where description = 'Never stored'`)).rowCount).toBe(0)
  })
})

const longName = `${'x'.repeat(31)} ${'y'.repeat(44)}`

test.each([
  ['an unknown state', { State: 'ZZ' }, '/To/State address_state_unknown', 'ZZ'],
  ['an unknown ZIP Code', { Zip: '00000' }, '/To/Zip address_zip_unknown', '00000'],
  ['a ZIP Code in another state', { Zip: '10001' }, '/To/Zip address_zip_not_in_state', '10001'],
  ['a city with a military state code', { State: 'AP', Zip: '96278' }, '/To/City address_city_mismatch', 'Tulsa'],
  ['two units', { AddressLine2: 'Suite 300' }, '/To/AddressLine2 address_unit_repeated', 'Suite 300'],
  ['a long second line', { AddressLine2: 'x'.repeat(60) }, '/To/AddressLine2 address_line_too_long', 'x'.repeat(60)],
  ['a long name', { Name: longName }, '/To/Name address_line_too_long', longName],
  ['an unknown state of the sender', { State: 'ZZ' }, '/From/State address_state_unknown', 'ZZ'],
  ['a ZIP Code of the sender in another state', { Zip: '10001' }, '/From/Zip address_zip_not_in_state', '10001'],
  [
    'a line of the sender that would be too small to read',
    { AddressLine1: 'x'.repeat(77), AddressLine2: 'y'.repeat(76) },
    '/From/AddressLine1 address_line_too_long',
    'x'.repeat(77),
  ],
])('400 for an address with %s, naming the member to correct', async (_, changes, problem, found) => {
  const whose = problem.startsWith('/To') ? 'To' : 'From'
  const address = { Name: 'Dana Sample', AddressLine1: '1418 Cedar Ln Apt 2', City: 'Tulsa', State: 'OK', Zip: '74104' }
  const AddressLine1 = problem.endsWith('too_long') ? '1418 Cedar Ln' : address.AddressLine1
  const answer = await post(postcard({ [whose]: { ...address, AddressLine1, ...changes } }))
  expect(problems(answer)).toEqual([problem])
  const [fault] = answer.json().errors
  expect(fault).toMatchObject({ found, allowed: expect.any(String), remedy: expect.any(String) })
})

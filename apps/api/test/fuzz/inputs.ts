import {
  anything,
  type Arbitrary,
  array,
  constant,
  constantFrom,
  dictionary,
  oneof,
  record,
  string,
  tuple,
} from 'fast-check'

/** The schema keywords that the generators use. */
export interface Shape {
  type?: string | string[]
  enum?: unknown[]
  properties?: Record<string, Shape>
  anyOf?: Shape[]
  items?: Shape
  required?: string[]
  minimum?: number
}

export const propertiesOf = ({ properties = {} }: Shape): Record<string, Shape> => properties

const traps = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  "'; drop table lead; --",
  '<script>alert(1)</script>',
  '=cmd()',
  '9'.repeat(40),
  '-1',
  'null',
  '2026-02-30',
  'x'.repeat(6_000),
  'a@b.co',
  '02138',
  'https://images.example.com/a.png',
  'javascript:alert(1)',
  '\u202Egnp.exe',
  '😀'.repeat(101),
]

const wild = oneof(
  { arbitrary: constantFrom<unknown>(...traps), weight: 4 },
  { arbitrary: string(), weight: 2 },
  { arbitrary: constantFrom<unknown>(null, 0, -0, 1e308, true, [], {}, [[]], { $ne: null }), weight: 2 },
  anything({ maxDepth: 1, maxKeys: 3 }),
)

const right = constantFrom<unknown>('Dana', 'a@b.co', '02138', 'MA', 'both', 'Example', '800-555-0142')

/** A value for a member of this schema: often valid, often almost valid. */
function valueFor({ enum: options, type, minimum, anyOf = [] }: Shape): Arbitrary<unknown> {
  const or = (arbitrary: Arbitrary<unknown>) => oneof({ arbitrary, weight: 3 }, wild)
  const kind = type ?? anyOf[0]?.type
  if (options) return or(constantFrom(...options))
  if (kind === 'boolean') return or(constantFrom(true, false))
  if (kind === 'number' || kind === 'integer') {
    return or(constantFrom(0, 1, minimum ?? 0, 0.68, -1, 1e308, 2 ** 31, 12.34567))
  }
  if (kind === 'array') return or(array(string(), { maxLength: 3 }))
  return or(right)
}

/** Bodies close to a schema: valid ones with members changed, missing or added, and arbitrary values. */
function bodyFor(schema: Shape, example: Record<string, unknown>): Arbitrary<unknown> {
  const members = Object.fromEntries(Object.entries(propertiesOf(schema)).map(([name, one]) => [name, valueFor(one)]))
  return oneof(
    { arbitrary: constant(example), weight: 1 },
    { arbitrary: changed(example, members), weight: 4 },
    { arbitrary: record(members, { requiredKeys: [] }), weight: 3 },
    { arbitrary: dictionary(string(), wild, { maxKeys: 5 }), weight: 1 },
    { arbitrary: wild, weight: 1 },
  )
}

const changed = (example: Record<string, unknown>, members: Record<string, Arbitrary<unknown>>): Arbitrary<unknown> => {
  const names = Object.keys(members)
  if (names.length === 0) return constant(example)
  return tuple(record(members), array(constantFrom(...names), { maxLength: 2 })).map(([values, chosen]) => ({
    ...example,
    ...Object.fromEntries(chosen.map((name) => [name, values[name]])),
  }))
}

/** Text that is not JSON, and JSON that breaks careless parsers. */
const rawBodies = [
  '',
  '{"broken',
  '[]',
  'null',
  '"text"',
  '\ufeff{}',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{}}}',
  '{"firstName":"a","firstName":"b"}',
  '['.repeat(10_000),
  `{"a":"${'x'.repeat(70_000)}"}`,
]

const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

const formOf = (body: unknown): string =>
  typeof body === 'object' && body !== null
    ? new URLSearchParams(
        Object.entries(body).map(([name, value]): [string, string] => [name, asText(value)]),
      ).toString()
    : asText(body)

/** The body and its content type. */
const sentBody = (
  schema: Shape | undefined,
  media: string,
  example: Record<string, unknown>,
): Arbitrary<{ type: string | undefined; body: string }> =>
  oneof(
    {
      arbitrary: bodyFor(schema ?? {}, example).map((body) => ({
        type: media,
        body: media.includes('form') ? formOf(body) : asJson(body),
      })),
      weight: 10,
    },
    { arbitrary: constantFrom(...rawBodies).map((body) => ({ type: media, body })), weight: 2 },
    constantFrom(
      'text/plain',
      'application/xml',
      'multipart/form-data; boundary=x',
      'application/json; charset=utf-7',
      'nonsense',
      undefined,
    ).map((type) => ({ type, body: '{"a":1}' })),
  )

const asJson = (body: unknown): string => JSON.stringify(body) ?? ''

const queryFor = (schema: Shape | undefined): Arbitrary<string> => {
  const known = Object.entries(schema ? propertiesOf(schema) : {}).map(([name, one]) =>
    valueFor(one).map((value): [string, string] => [name, asText(value)]),
  )
  const unknown = string({ maxLength: 8 }).map((name): [string, string] => [name, 'x'])
  return array(oneof(...known, unknown), { maxLength: 3 }).map((pairs) =>
    new URLSearchParams(wellFormed(pairs)).toString(),
  )
}

/** Not URLSearchParams, which would escape characters that an attacker would not. */
const wellFormed = (pairs: [string, string][]): [string, string][] =>
  pairs.map(([name, value]) => [name, value.toWellFormed()])

const headerSets = {
  'if-match': constantFrom('"1"', '"9999999999"', '"0"', 'W/"1"', '*', 'x'.repeat(300), ''),
  'idempotency-key': constantFrom('fuzz-key-1', 'fuzz-key-2', 'x'.repeat(65), ' ', 'a b', ''),
  origin: constantFrom('http://localhost:3000', 'https://evil.example', 'null'),
  'sec-fetch-site': constantFrom('same-origin', 'cross-site', 'none'),
  accept: constantFrom('text/html', 'application/json;q=0', '*/*'),
  'x-request-id': constantFrom('mine-1', 'x'.repeat(200), '{}'),
  'x-http-method-override': constantFrom('DELETE', 'PUT'),
  'x-forwarded-for': constantFrom('203.0.113.9', 'nonsense'),
  'content-encoding': constantFrom('gzip'),
}

const ids = ['nope', '0', '-1', '%00', '%ff', "1'or'1'='1", 'A'.repeat(150), '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a11']

export interface Sent {
  caller: string
  id: string
  query: string
  headers: Record<string, string>
  type: string | undefined
  body: string
}

/** Requests to one operation by these callers. `id` is the id of an existing record. */
export const requestsTo = (
  { body, querystring }: { body?: Shape; querystring?: Shape },
  media: string,
  example: Record<string, unknown>,
  callers: string[],
  id: string,
): Arbitrary<Sent> =>
  tuple(
    constantFrom(...callers),
    oneof({ arbitrary: constant(id), weight: 3 }, constantFrom(...ids)),
    queryFor(querystring),
    oneof({ arbitrary: constant({}), weight: 2 }, record(headerSets, { requiredKeys: [] })),
    sentBody(body, media, example),
  ).map(([caller, chosen, query, headers, sent]) => ({
    caller,
    id: chosen,
    query,
    // fast-check omits optional members and never sets them to undefined.
    headers: headers as Record<string, string>,
    ...sent,
  }))

import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { anything, array, assert, asyncProperty, constant, constantFrom, dictionary, oneof, string } from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { type OperationId, operations } from '@app/contract'
import { startApp } from './harness.ts'

const { app, makeStaff } = await startApp()

// A longer run: FUZZ_RUNS=5000 pnpm --filter api exec vitest run test/fuzz.test.ts
const runs = Number(process.env['FUZZ_RUNS'] ?? 200)

interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  navigation: boolean
  media: string
  statuses: readonly number[]
  schema: { body?: Shape; querystring?: Shape; response: Record<string, object> }
}

/** What the arbitrary inputs need to know of a schema. */
interface Shape {
  type?: string | string[]
  enum?: unknown[]
  properties?: Record<string, Shape>
  allOf?: Shape[]
  minimum?: number
  maxLength?: number
}

const table = Object.entries(operations) as unknown as [OperationId, Operation][]
const ajv = new Ajv({ strict: false })
formats.default(ajv)

/** Names of members wherever the schema keeps them. */
const propertiesOf = (schema: Shape): Record<string, Shape> =>
  Object.assign({}, schema.properties, ...(schema.allOf ?? []).map(propertiesOf))

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
]

/** A value that a member of this schema might get: often right, often nearly so. */
function valueFor({ enum: options, type, minimum }: Shape) {
  const wild = oneof(constantFrom(...traps), string(), anything({ maxDepth: 2 }))
  if (options) return oneof({ arbitrary: constantFrom(...options), weight: 3 }, wild)
  if (type === 'boolean') return oneof({ arbitrary: constantFrom(true, false), weight: 3 }, wild)
  if (type === 'number' || type === 'integer') {
    return oneof({ arbitrary: constantFrom(0, 1, minimum ?? 0, 0.68, -1, 1e308, 2 ** 31, 12.34567), weight: 3 }, wild)
  }
  if (type === 'array') return oneof({ arbitrary: array(string(), { maxLength: 3 }), weight: 3 }, wild)
  return oneof({ arbitrary: constantFrom('Dana', 'a@b.co', '02138', 'MA', 'both', 'Example'), weight: 3 }, wild)
}

/** Bodies around a schema: its members with any value, or missing, or others. */
const bodyFor = (schema: Shape) => {
  const members = Object.entries(propertiesOf(schema)).map(([name, shape]) =>
    oneof({ arbitrary: valueFor(shape).map((value) => [name, value] as const), weight: 6 }, constant(undefined)),
  )
  const assembled = members.reduce(
    (whole, member) => whole.chain((body) => member.map((pair) => (pair ? { ...body, [pair[0]]: pair[1] } : body))),
    constant<Record<string, unknown>>({}),
  )
  return oneof({ arbitrary: assembled, weight: 8 }, dictionary(string(), anything({ maxDepth: 1 })), anything())
}

const queryFor = (schema: Shape | undefined) =>
  array(
    oneof(
      ...Object.entries(schema ? propertiesOf(schema) : {}).map(([name, shape]) =>
        valueFor(shape).map(
          (value) => [name, typeof value === 'string' ? value : (JSON.stringify(value) ?? '')] as [string, string],
        ),
      ),
      string().map((name): [string, string] => [name, 'x']),
    ),
    { maxLength: 4 },
  ).map((pairs) => new URLSearchParams(pairs).toString())

const idFor = constantFrom('01932c07-5b1c-7d52-8f3a-2b1f6f3f8a11', 'nope', '0', '%00', "1'or'1'='1", 'A'.repeat(64))

let cookie = ''
beforeAll(async () => {
  ;({ cookie } = await makeStaff())
})

const isJson = (type: string | undefined) => /^application\/(problem\+)?json/.test(type ?? '')

describe('whatever is sent', () => {
  test.each(table.filter(([, { navigation }]) => !navigation))(
    '%s answers as its contract says',
    async (_id, { method, url, statuses, schema }) => {
      const inputs = oneof(bodyFor(schema.body ?? {}).map((body) => ({ body }))).chain(({ body }) =>
        queryFor(schema.querystring).chain((query) => idFor.map((id) => ({ body, query, id }))),
      )
      await assert(
        asyncProperty(inputs, async ({ body, query, id }) => {
          const answer = await app.inject({
            method,
            url: `${url.replace(':id', id)}?${query}`,
            headers: {
              cookie,
              'if-match': query.length % 2 ? '"1"' : '"9999999999"',
              ...(method !== 'GET' && method !== 'DELETE' && { 'content-type': 'application/json' }),
            },
            ...(method !== 'GET' && method !== 'DELETE' && { payload: JSON.stringify(body) ?? '' }),
          })
          const { statusCode, body: text, headers } = answer
          const shape = schema.response[String(statusCode)]
          const isShaped = !shape || !isJson(String(headers['content-type'])) || ajv.validate(shape, answer.json())
          const isNamed = statusCode < 500 && statuses.includes(statusCode)
          expect(isNamed && isShaped ? 'as the contract says' : `${statusCode} ${text}`).toBe('as the contract says')
        }),
        { numRuns: runs },
      )
    },
    600_000,
  )
})

import { describe, expect, test } from 'vitest'
import { completeDocument } from './complete-document.ts'
import { isSchema, type Schema } from './schema.ts'

const responsesByName = {
  NotFound: { description: 'No such record.', 'x-problem': { status: 404, code: 'not_found' } },
  Internal: { description: 'An error.', 'x-problem': { status: 500, code: 'internal' } },
  Unavailable: { description: 'Busy.', 'x-problem': { status: 503, code: 'busy', detail: 'Wait.' } },
}

interface Options {
  url?: string
  method?: string
  schemas?: Schema
}

const build = (operation: Schema, { url = '/things', method = 'get', schemas = {} }: Options = {}) =>
  completeDocument({
    paths: { [url]: { [method]: operation } },
    components: {
      schemas,
      responses: responsesByName,
      parameters: {
        Id: { path: 'id' },
        IfMatch: { header: 'If-Match' },
        Key: { header: 'Idempotency-Key' },
        Limit: { query: 'limit' },
        Cursor: { query: 'cursor' },
      },
    },
  })

const at = (value: unknown, ...steps: string[]): unknown =>
  steps.reduce<unknown>((node, step) => (isSchema(node) ? node[step] : undefined), value)

function built(operation: Schema, options: Options = {}): Schema {
  const { url = '/things', method = 'get' } = options
  const found = at(build({ tags: ['things'], security: [{}], ...operation }, options), 'paths', url, method)
  return isSchema(found) ? found : {}
}

const parameter = (name: string) => ({ $ref: `#/components/parameters/${name}` })
const errorsOf = (...args: Parameters<typeof built>) =>
  Object.entries(at(built(...args), 'responses') ?? {}).map(([status, response]) => [status, at(response, '$ref')])
const namesOf = (...args: Parameters<typeof built>) =>
  Object.fromEntries(errorsOf(...args).map(([status, name]) => [status, String(name).split('/').at(-1)]))

describe('errors are derived from', () => {
  const anyone = { 400: 'BadRequest', 429: 'TooManyRequests', 500: 'Internal', 503: 'Unavailable' }

  test.each<[string, Schema, Options, object]>([
    ['nothing: a public read', {}, {}, anyone],
    [
      'a session',
      { security: [{ staffSession: ['owner'] }] },
      {},
      { ...anyone, 401: 'Unauthorized', 403: 'Forbidden' },
    ],
    ['a write', {}, { method: 'post' }, { ...anyone, 403: 'Forbidden', 413: 'TooLarge', 415: 'UnsupportedMediaType' }],
    ['an id in the path', {}, { url: '/things/{id}' }, { ...anyone, 404: 'NotFound' }],
    ['If-Match', { parameters: [parameter('IfMatch')] }, {}, { ...anyone, 412: 'Stale' }],
    ['Idempotency-Key', { parameters: [parameter('Key')] }, {}, { ...anyone, 422: 'KeyReused' }],
    [
      'a key of the print API',
      { tags: ['print'], security: [{}, { printKey: [] }] },
      { url: '/v1/things' },
      { ...anyone, 401: 'KeyRequired', 403: 'PrintForbidden', 503: 'PrintUnavailable' },
    ],
    ['a probe', { tags: ['health'] }, {}, { 400: 'BadRequest', 500: 'Internal', 503: 'Unavailable' }],
    ['an exception', { 'x-without': [429, 503] }, {}, { 400: 'BadRequest', 500: 'Internal' }],
    [
      'a response of its own',
      { responses: { '429': { $ref: '#/components/responses/TooManyStreams' } } },
      {},
      { ...anyone, 429: 'TooManyStreams' },
    ],
  ])('%s', (_what, operation, options, expected) => {
    expect(namesOf(operation, options)).toEqual(expected)
  })
})

test('refuses an exception from an error that the operation would not have', () => {
  expect(() => built({ operationId: 'getThings', 'x-without': [404] })).toThrow('getThings: has no common 404')
})

describe('headers', () => {
  const headersOf = (...args: Parameters<typeof built>) =>
    Object.keys(at(built(...args), 'responses', '200', 'headers') ?? {})
  const common = ['Access-Control-Allow-Origin', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']

  test('every response below 500 has CORS and rate limit headers, and a page also has list headers', () => {
    expect(headersOf({ responses: { '200': {} } })).toEqual(common)
    const page = { parameters: [parameter('Cursor')], responses: { '200': { headers: { 'X-Own': {} } } } }
    expect(headersOf(page)).toEqual(['Link', 'X-Total-Count', 'X-Own', ...common])
  })

  test('a redirect has Location, and a file has Content-Disposition', () => {
    expect(Object.keys(at(built({ responses: { '303': {} } }), 'responses', '303', 'headers') ?? {})).toEqual([
      'Location',
      ...common,
    ])
    expect(headersOf({ responses: { '200': { 'x-csv': 'a,b' } } })).toEqual(['Content-Disposition', ...common])
  })

  test('a 5xx response declares fewer headers', () => {
    const responses = at(build({}), 'components', 'responses')
    expect(Object.keys(at(responses, 'NotFound', 'headers') ?? {})).toEqual(common)
    expect(at(responses, 'Internal', 'headers')).toBeUndefined()
    expect(Object.keys(at(responses, 'Unavailable', 'headers') ?? {})).toEqual([
      'Retry-After',
      'Access-Control-Allow-Origin',
    ])
  })
})

test('x-problem expands to a problem document', () => {
  expect(at(build({}), 'components', 'responses', 'Unavailable', 'content')).toEqual({
    'application/problem+json': {
      schema: { $ref: '#/components/schemas/Problem' },
      example: {
        type: 'about:blank',
        title: 'Service Unavailable',
        status: 503,
        code: 'busy',
        detail: 'Wait.',
        requestId: 'req-1',
      },
    },
  })
})

test('a path with {id} gets the shared id parameter, unless the operation defines its own', () => {
  expect(built({}, { url: '/things/{id}' })['parameters']).toEqual([parameter('Id')])
  const own = { path: 'id', description: 'Of a page.', maxLength: 9 }
  expect(built({ parameters: [own] }, { url: '/things/{id}' })['parameters']).toEqual([
    {
      name: 'id',
      in: 'path',
      required: true,
      description: 'Of a page.',
      schema: { type: 'string', maxLength: 9 },
    },
  ])
})

test('x-query expands to query parameters, in the short form of fields', () => {
  const fields = { 'kind?': { enum: ['a'], description: 'Of one kind.', example: 'a' }, day: { type: 'boolean' } }
  expect(built({ 'x-query': fields })['parameters']).toEqual([
    { name: 'kind', in: 'query', description: 'Of one kind.', schema: { type: 'string', enum: ['a'] }, example: 'a' },
    { name: 'day', in: 'query', required: true, description: '', schema: { type: 'boolean' } },
  ])
})

test('a list in the query is a comma-separated string, with limits derived from its values', () => {
  const schemas = { Kind: { enum: ['a', 'b'] } }
  const named = { query: 'kinds', items: { $ref: '#/components/schemas/Kind' } }
  const parametersOf = (list: Schema) => built({ parameters: [list] }, { schemas })['parameters']
  expect(parametersOf(named)).toEqual([
    {
      name: 'kinds',
      in: 'query',
      description: '',
      explode: false,
      schema: { type: 'array', minItems: 1, maxItems: 2, items: named.items },
    },
  ])
  expect(parametersOf({ query: 'kinds', items: { maxLength: 1 }, minItems: 0, maxItems: 9 })).toMatchObject([
    { schema: { minItems: 0, maxItems: 9, items: { type: 'string' } } },
  ])
})

test('x-page expands to a page of a list with its parameters and headers', () => {
  const own = { query: 'own', type: 'boolean' }
  const page = { security: [{}], parameters: [own], responses: { '200': { 'x-page': { type: 'boolean' } } } }
  const counted = built(page)
  expect(counted['parameters']).toMatchObject([parameter('Limit'), parameter('Cursor'), { name: 'own' }])
  const headersOf = (operation: Schema) => Object.keys(at(operation, 'responses', '200', 'headers') ?? {}).slice(0, 3)
  expect(headersOf(counted)).toEqual(['Link', 'X-Total-Count', 'X-Total-Count-Capped'])
  expect(headersOf(built({ ...page, 'x-exact-count': true }))).not.toContain('X-Total-Count-Capped')
  expect(at(counted, 'responses', '200', 'content', 'application/json', 'schema')).toEqual({
    type: 'array',
    maxItems: 200,
    items: { type: 'boolean' },
  })
})

describe('x-json', () => {
  const schemas: Schema = {
    Thing: { properties: { id: { $ref: '#/components/schemas/Id' }, 'note?': { type: 'string', example: 'A note' } } },
    Id: { type: 'string', example: 'id-1' },
    Fields: { properties: { name: { type: 'string' } } },
  }
  const thing = { $ref: '#/components/schemas/Thing' }

  test('expands to JSON content, with an example built from the members’ examples', () => {
    const list = { type: 'array', items: thing }
    const operation = built(
      {
        requestBody: { 'x-json': thing },
        responses: { '200': { 'x-json': list }, '201': { 'x-json': thing, example: { note: null } } },
      },
      { method: 'post', schemas },
    )
    const example = { id: 'id-1', note: 'A note' }
    const json = (schema: Schema, value: unknown) => ({ 'application/json': { schema, example: value } })
    expect(operation['requestBody']).toEqual({ required: true, content: json(thing, example) })
    expect(at(operation, 'responses', '200', 'content')).toEqual(json(list, [example]))
    expect(at(operation, 'responses', '201', 'content')).toEqual(json(thing, { id: 'id-1', note: null }))
  })

  test('has no example if a required member has none', () => {
    const operation = built(
      { responses: { '200': { 'x-json': { $ref: '#/components/schemas/Fields' } } } },
      { schemas },
    )
    expect(at(operation, 'responses', '200', 'content', 'application/json')).not.toHaveProperty('example')
  })
})

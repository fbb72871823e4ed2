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
        Id: { name: 'id', in: 'path' },
        IfMatch: { name: 'If-Match', in: 'header' },
        Key: { name: 'Idempotency-Key', in: 'header' },
        Limit: { name: 'limit', in: 'query' },
        Cursor: { name: 'cursor', in: 'query' },
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

describe('errors follow from', () => {
  const anyone = { 400: 'BadRequest', 429: 'TooManyRequests', 500: 'Internal', 503: 'Unavailable' }

  test.each<[string, Schema, Options, object]>([
    ['nothing: a read that anyone may make', {}, {}, anyone],
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

  test('every response below 500 has those of origins and limits, and a page those of its list', () => {
    expect(headersOf({ responses: { '200': {} } })).toEqual(common)
    const page = { parameters: [parameter('Cursor')], responses: { '200': { headers: { 'X-Own': {} } } } }
    expect(headersOf(page)).toEqual(['Link', 'X-Total-Count', 'X-Own', ...common])
  })

  test('a redirect has its location, and a file its name', () => {
    expect(Object.keys(at(built({ responses: { '303': {} } }), 'responses', '303', 'headers') ?? {})).toEqual([
      'Location',
      ...common,
    ])
    expect(headersOf({ responses: { '200': { 'x-csv': 'a,b' } } })).toEqual(['Content-Disposition', ...common])
  })

  test('a failed server promises fewer', () => {
    const responses = at(build({}), 'components', 'responses')
    expect(Object.keys(at(responses, 'NotFound', 'headers') ?? {})).toEqual(common)
    expect(at(responses, 'Internal', 'headers')).toBeUndefined()
    expect(Object.keys(at(responses, 'Unavailable', 'headers') ?? {})).toEqual([
      'Retry-After',
      'Access-Control-Allow-Origin',
    ])
  })
})

test('x-problem stands for a problem document', () => {
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

test('a path with {id} has the parameter of records, unless the operation describes its own', () => {
  expect(built({}, { url: '/things/{id}' })['parameters']).toEqual([parameter('Id')])
  const own = { name: 'id', in: 'path', description: 'Of a page.' }
  expect(built({ parameters: [own] }, { url: '/things/{id}' })['parameters']).toEqual([{ ...own, required: true }])
})

test('x-query stands for parameters of the query, in the form of fields', () => {
  const fields = { 'kind?': { type: 'string', description: 'Of one kind.', example: 'a' }, day: { type: 'integer' } }
  expect(built({ 'x-query': fields })['parameters']).toEqual([
    { name: 'kind', in: 'query', description: 'Of one kind.', schema: { type: 'string' }, example: 'a' },
    { name: 'day', in: 'query', required: true, description: '', schema: { type: 'integer' } },
  ])
})

test('a list in the query is one text with commas', () => {
  const list = { name: 'kinds', in: 'query', schema: { type: 'array' } }
  expect(built({ parameters: [list] })['parameters']).toEqual([{ ...list, explode: false }])
  expect(() => built({ parameters: [{ ...list, style: 'pipeDelimited' }] })).toThrow('neither style nor explode')
})

test('x-page stands for a page of a list with its parameters and headers', () => {
  const own = { name: 'own', in: 'query' }
  const page = { security: [{}], parameters: [own], responses: { '200': { 'x-page': { type: 'boolean' } } } }
  const counted = built(page)
  expect(counted['parameters']).toEqual([parameter('Limit'), parameter('Cursor'), own])
  const headersOf = (operation: Schema) => Object.keys(at(operation, 'responses', '200', 'headers') ?? {}).slice(0, 3)
  expect(headersOf(counted)).toEqual(['Link', 'X-Total-Count', 'X-Total-Count-Capped'])
  expect(headersOf(built({ ...page, 'x-exact-count': true }))).not.toContain('X-Total-Count-Capped')
  expect(at(counted, 'responses', '200', 'content', 'application/json', 'schema')).toEqual({
    type: 'array',
    maxItems: 200,
    items: { type: 'boolean' },
  })
})

describe('schemas', () => {
  const schemas: Schema = {
    Thing: { properties: { id: { $ref: '#/components/schemas/Id' }, 'note?': { type: 'string', example: 'A note' } } },
    Id: { type: 'string', example: 'id-1' },
    Fields: { properties: { name: { type: 'string' } } },
    Map: { type: 'object', additionalProperties: { properties: { a: {} } } },
    Nullable: { type: ['object', 'null'], additionalProperties: true, properties: { 'a?': {} } },
  }
  const thing = { $ref: '#/components/schemas/Thing' }

  test('members are required unless their names end with ?, and objects are closed', () => {
    expect(at(build({}, { schemas }), 'components', 'schemas')).toEqual({
      Thing: {
        type: 'object',
        additionalProperties: false,
        required: ['id'],
        properties: { id: { $ref: '#/components/schemas/Id' }, note: { type: 'string' } },
      },
      Id: { type: 'string' },
      Fields: {
        type: 'object',
        additionalProperties: false,
        required: ['name'],
        properties: { name: { type: 'string' } },
      },
      Map: {
        type: 'object',
        additionalProperties: { type: 'object', additionalProperties: false, required: ['a'], properties: { a: {} } },
      },
      Nullable: { type: ['object', 'null'], additionalProperties: true, properties: { a: {} } },
    })
  })

  test('x-json stands for JSON content, with an example built from those of the members', () => {
    const list = { type: 'array', items: thing }
    const operation = built(
      {
        requestBody: { 'x-json': thing },
        responses: { '200': { 'x-json': list }, '201': { 'x-json': thing, example: 1 } },
      },
      { method: 'post', schemas },
    )
    const example = { id: 'id-1', note: 'A note' }
    const json = (schema: Schema, value: unknown) => ({ 'application/json': { schema, example: value } })
    expect(operation['requestBody']).toEqual({ required: true, content: json(thing, example) })
    expect(at(operation, 'responses', '200', 'content')).toEqual(json(list, [example]))
    expect(at(operation, 'responses', '201', 'content')).toEqual(json(thing, 1))
  })

  test('a schema with a required member that has no example has none', () => {
    const operation = built(
      { responses: { '200': { 'x-json': { $ref: '#/components/schemas/Fields' } } } },
      { schemas },
    )
    expect(at(operation, 'responses', '200', 'content', 'application/json')).not.toHaveProperty('example')
  })
})

describe('a schema that is derived', () => {
  const things = { Thing: { properties: { id: {}, 'size?': {} } }, Change: { properties: { 'note?': {} } } }
  const schemasOf = (schemas: Schema) => at(build({}, { schemas: { ...things, ...schemas } }), 'components', 'schemas')

  test('has an optional member for each member of others, or their names', () => {
    const each = { type: 'string' }
    const of = ['Thing', 'Change']
    const row = { 'x-fields-of': of, 'x-without': ['id'], 'x-each': each }
    const name = { type: 'string', 'x-names-of': of, 'x-without': ['id'] }
    expect(schemasOf({ Row: row, Name: name })).toMatchObject({
      Row: { type: 'object', properties: { size: each, note: each } },
      Name: { type: 'string', enum: ['size', 'note'] },
    })
  })

  test('has the members of others before or after its own', () => {
    const own = { secret: { type: 'string' } }
    const found = schemasOf({
      First: { 'x-fields-of': ['Thing'], properties: own },
      Last: { properties: own, 'x-fields-of': ['Thing'] },
    })
    expect([at(found, 'First', 'required'), at(found, 'Last', 'required')]).toEqual([
      ['id', 'secret'],
      ['secret', 'id'],
    ])
    expect(Object.keys(at(found, 'Last', 'properties') ?? {})).toEqual(['secret', 'id', 'size'])
  })

  test.each([
    [{ 'x-names-of': ['Nothing'] }, 'names Nothing, which is not a schema'],
    [{ 'x-names-of': ['Thing'], 'x-without': ['color'] }, 'excepts color, which is not a member'],
    [{ 'x-fields-of': ['Thing'], properties: { size: {} } }, 'has size twice'],
  ])('is refused: %j', (schema, message) => {
    expect(() => schemasOf({ Row: schema })).toThrow(message)
  })
})

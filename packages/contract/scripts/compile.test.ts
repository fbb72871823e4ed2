import { describe, expect, test } from 'vitest'
import { compile } from './compile.ts'
import type { Schema } from './schema.ts'

const operation = (changes: Schema = {}): Schema => ({
  operationId: 'doIt',
  tags: ['things'],
  security: [{}],
  responses: { '204': { description: 'Done.' }, '400': { description: 'Refused.' } },
  ...changes,
})

const documentOf = (schemas: Schema, paths: Schema = {}): Schema => ({
  openapi: '3.1.0',
  paths,
  components: { schemas },
})

const schemaCode = (schema: Schema) => compile(documentOf({ Other: { type: 'string' }, Thing: schema })).schemas
const operationCode = (changes: Schema, url = '/api/things') =>
  compile(documentOf({}, { [url]: { post: operation(changes) } })).operations

describe('schemas', () => {
  test.each<[string, Schema, string]>([
    [
      'a bounded text',
      { type: 'string', minLength: 1, maxLength: 9, pattern: String.raw`^\d+$` },
      String.raw`Type.String({ minLength: 1, maxLength: 9, pattern: '^\\d+$' })`,
    ],
    [
      'a whole number; its format is for people',
      { type: 'integer', format: 'int32', minimum: 0 },
      'Type.Integer({ minimum: 0 })',
    ],
    ['a choice', { type: 'string', enum: ['a', 'b'] }, "Type.Enum(['a', 'b'])"],
    [
      'text or nothing',
      { type: ['string', 'null'], maxLength: 5 },
      'Type.Union([Type.String({ maxLength: 5 }), Type.Null()])',
    ],
    [
      'a value of several types',
      { type: ['string', 'integer', 'null'], maxLength: 5, minimum: 0 },
      "Type.Unsafe<string | number | null>({ type: ['string', 'integer', 'null'], maxLength: 5, minimum: 0 })",
    ],
    [
      'a list',
      { type: 'array', maxItems: 2, items: { type: 'boolean' } },
      'Type.Array(Type.Boolean(), { maxItems: 2 })',
    ],
    [
      'a choice or nothing',
      { type: ['string', 'null'], enum: ['a', 'b', null] },
      "Type.Union([Type.Enum(['a', 'b']), Type.Null()])",
    ],
    [
      'an object without members',
      { type: 'object', additionalProperties: false, properties: {} },
      'Type.Object({}, { additionalProperties: false })',
    ],
    [
      'a map, whose names may have a line break',
      { type: 'object', maxProperties: 3, additionalProperties: { type: 'string' } },
      "Type.Record(Type.String({ pattern: '^[^]*$' }), Type.String(), { maxProperties: 3 })",
    ],
    ['a file', { type: 'string', format: 'binary', maxLength: 5 }, 'Type.Unsafe<Uint8Array>({})'],
    [
      'a closed object with an optional member',
      {
        type: 'object',
        additionalProperties: false,
        required: ['a'],
        properties: { a: { type: 'boolean' }, b: { type: 'boolean' } },
      },
      'Type.Object({ a: Type.Boolean(), b: Type.Optional(Type.Boolean()) }, { additionalProperties: false })',
    ],
  ])('%s', (_what, schema, code) => {
    expect(schemaCode(schema)).toContain(`export const Thing = ${code}`)
  })

  test('a choice of enums compiles to a union', () => {
    const { schemas } = compile(
      documentOf({
        Both: { anyOf: [{ $ref: '#/components/schemas/One' }, { $ref: '#/components/schemas/Two' }] },
        One: { type: 'string', enum: ['a'] },
        Two: { type: 'string', enum: ['b'] },
      }),
    )
    expect(schemas).toContain('export const Both = Type.Union([One, Two])')
  })

  test('a schema comes after the schemas that it references', () => {
    const { schemas } = compile(
      documentOf({ Whole: { type: 'array', items: { $ref: '#/components/schemas/Part' } }, Part: { type: 'string' } }),
    )
    expect(schemas.indexOf('const Part')).toBeLessThan(schemas.indexOf('const Whole'))
  })

  test.each<[string, Schema, string]>([
    [
      'a keyword it does not know',
      { type: 'string', contentEncoding: 'base64' },
      'unsupported keyword contentEncoding',
    ],
    ['a type it does not know', { type: 'file' }, 'unsupported type file'],
    ['multipleOf, which refuses 19.99', { type: 'number', multipleOf: 0.01 }, 'unsupported keyword multipleOf'],
    ['a list without items', { type: 'array' }, 'array without items'],
    ['a required member that is not defined', { type: 'object', required: ['a'] }, 'required a is not defined'],
    [
      'a default on a required member',
      { type: 'object', required: ['a'], properties: { a: { type: 'integer', default: 1 } } },
      'must not have a default',
    ],
    ['a reference to nothing', { $ref: '#/components/schemas/None' }, 'cannot resolve'],
    ['keywords next to a reference', { $ref: '#/components/schemas/Other', maxLength: 2 }, 'siblings'],
    ['oneOf', { oneOf: [{ type: 'string' }] }, 'oneOf'],
    ['alternatives that are not enums', { anyOf: [{ $ref: '#/components/schemas/Other' }] }, 'only enums'],
    [
      'a map with members of its own',
      { type: 'object', additionalProperties: { type: 'string' }, properties: { a: { type: 'string' } } },
      'no members of its own',
    ],
    ['a schema that contains itself', { type: 'array', items: { $ref: '#/components/schemas/Thing' } }, 'recursive'],
  ])('refuses %s', (_what, schema, message) => {
    expect(() => schemaCode(schema)).toThrow(message)
  })
})

describe('operations', () => {
  test('an object query parameter accepts every name that is not listed', () => {
    const others = { type: 'object', maxProperties: 3, additionalProperties: { type: 'string' } }
    const code = operationCode({
      parameters: [
        { name: 'code', in: 'query', schema: { type: 'string' } },
        { name: 'others', in: 'query', explode: true, schema: others },
      ],
    })
    expect(code).toContain(
      "Type.Object({ code: Type.Optional(Type.String()) }, { maxProperties: 3, additionalProperties: { type: 'string' } })",
    )
  })

  test('path parameters become :names, and every other part of the input rejects unknown members', () => {
    const code = operationCode(
      {
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'limit', in: 'query', schema: { type: 'integer', default: 5 } },
          { name: 'If-Match', in: 'header', schema: { type: 'string' } },
        ],
      },
      '/api/things/{id}',
    )
    expect(code).toContain("url: '/api/things/:id'")
    expect(code).toContain(
      'querystring: Type.Object({ limit: Type.Integer({ default: 5 }) }, { additionalProperties: false })',
    )
    expect(code).toContain("headers: Type.Object({ 'if-match': Type.Optional(Type.String()) })")
  })

  test.each<[string, Schema, string]>([
    ['no operationId', { operationId: null }, 'no operationId'],
    ['no security', { security: null }, 'must state `security`'],
    ['no requirement at all', { security: [] }, 'exactly one security requirement'],
    ['roles next to the requirement', { 'x-roles': ['owner'] }, 'roles belong in the requirement'],
    ['no 400', { responses: { '204': { description: 'Done.' } } }, 'declares no 400'],
    ['an optional session', { security: [{}, { staffSession: [] }] }, 'may be left out'],
    [
      'three requirements',
      { security: [{}, { printKey: [] }, { staffSession: [] }] },
      'exactly one security requirement',
    ],
    [
      'a list that is not in the query',
      { parameters: [{ name: 'a', in: 'header', schema: { type: 'array', maxItems: 2, items: { type: 'string' } } }] },
      'a list is a query parameter',
    ],
    ['two successes', { responses: { '200': {}, '201': {}, '400': {} } }, 'the same headers'],
    ['a body without `required`', { requestBody: { content: {} } }, 'requestBody must state `required`'],
    [
      'a path parameter that the path does not have',
      { parameters: [{ name: 'id', in: 'path', schema: { type: 'string' } }] },
      'do not match the path',
    ],
    [
      'a token in place of a session',
      { security: [{ staffToken: ['leads:read'] }, { staffSession: [] }] },
      'exactly one security requirement',
    ],
    [
      'a token with two scopes',
      { security: [{ staffSession: [] }, { staffToken: ['leads:read', 'leads:write'] }] },
      'a token needs exactly one scope',
    ],
    [
      'a token next to a key',
      { security: [{ printKey: [] }, { staffToken: ['leads:read'] }] },
      'a staff token is allowed only as an alternative to a session',
    ],
    [
      'a token outside the admin paths',
      { security: [{ staffSession: [] }, { staffToken: ['leads:read'] }] },
      'takes no token: it is about one account',
    ],
  ])('refuses %s', (_what, changes, message) => {
    expect(() => operationCode(changes)).toThrow(message)
  })

  test('a key can be required or optional, and can list scopes', () => {
    expect(operationCode({ security: [{ printKey: ['proofs'] }] })).toContain(
      "security: ['printKey'],\n    isSecurityOptional: false,\n    roles: ['proofs']",
    )
    expect(operationCode({ security: [{}, { printKey: [] }] })).toContain(
      "security: ['printKey'],\n    isSecurityOptional: true",
    )
  })

  test('several success statuses share headers and have separate bodies', () => {
    const headers = { Location: {} }
    const code = operationCode({ responses: { '200': { headers }, '202': { headers }, '400': {} } })
    expect(code).toContain('success: 200,\n    otherSuccesses: [202],\n    statuses: [200, 202, 400]')
    expect(() => operationCode({ responses: { '200': { headers }, '201': {}, '400': {} } })).toThrow('the same headers')
  })

  test('a member session is an alternative to a key', () => {
    const security = [{ printKey: ['proofs'] }, { memberSession: [] }]
    expect(operationCode({ security })).toContain("security: ['printKey', 'memberSession'],")
    expect(() => operationCode({ security: [{ staffSession: [] }, { memberSession: [] }] })).toThrow(
      'an alternative to a required key',
    )
  })

  test('reads the token scope next to a session', () => {
    const security = [{ staffSession: ['owner'] }, { staffToken: ['leads:read'] }]
    const code = operationCode({ security }, '/api/admin/things')
    expect(code).toContain("security: ['staffSession'],")
    expect(code).toContain("roles: ['owner'],\n    tokenScope: 'leads:read'")
    expect(operationCode({ security: [{ staffSession: ['owner'] }] }, '/api/admin/things')).toContain("tokenScope: ''")
  })

  test('refuses an admin path that names no roles', () => {
    expect(() => operationCode({ security: [{ staffSession: [] }] }, '/api/admin/things')).toThrow(
      'must name its roles',
    )
  })

  test('refuses roles on a path for all signed-in users', () => {
    expect(() => operationCode({ security: [{ staffSession: ['owner'] }] })).toThrow('roles belong under /api/admin')
  })

  test('refuses a duplicate operationId', () => {
    const paths = { '/a': { get: operation() }, '/b': { get: operation() } }
    expect(() => compile(documentOf({}, paths))).toThrow('doIt is used twice')
  })
})

import { expect, test } from 'vitest'
import { readSource } from './read-source.ts'
import type { Schema } from './schema.ts'

const files = (changes: Record<string, Schema> = {}): Record<string, Schema> => ({
  'spec.yaml': {
    info: { title: 'Things' },
    tags: [{ name: 'things' }],
    paths: { '/things/{id}': { get: 'getThing' } },
    components: { securitySchemes: {} },
  },
  'operations/things.yaml': {
    getThing: {
      parameters: [{ $ref: 'Limit' }, { query: 'part', $ref: 'Part' }],
      '200': { headers: { Link: { $ref: 'Link' } }, 'x-json': { $ref: 'Thing' } },
      '404': { $ref: 'NotFound' },
    },
  },
  'schemas/things.yaml': { Thing: { properties: { id: { $ref: 'Id' }, part: { $ref: 'Part' } } }, Part: {} },
  'schemas/shared.yaml': { Id: { maxLength: 9 } },
  'schemas/codes.yaml': {},
  'parameters.yaml': { Limit: { query: 'limit' } },
  'headers.yaml': { Link: { schema: { $ref: 'Id' } } },
  'responses.yaml': { NotFound: {} },
  ...changes,
})

const read = (changes?: Record<string, Schema>) => {
  const all = files(changes)
  return readSource((file) => {
    const content = all[file]
    if (!content) throw new Error(`${file} does not exist`)
    return content
  })
}

test('merges the files into one document, with the tag of each file and the kind of each component', () => {
  expect(read()).toEqual({
    info: { title: 'Things' },
    tags: [{ name: 'things' }],
    paths: {
      '/things/{id}': {
        get: {
          tags: ['things'],
          operationId: 'getThing',
          parameters: [{ $ref: '#/components/parameters/Limit' }, { query: 'part', $ref: '#/components/schemas/Part' }],
          responses: {
            '200': {
              headers: { Link: { $ref: '#/components/headers/Link' } },
              'x-json': { $ref: '#/components/schemas/Thing' },
            },
            '404': { $ref: '#/components/responses/NotFound' },
          },
        },
      },
    },
    components: {
      securitySchemes: {},
      parameters: { Limit: { query: 'limit' } },
      headers: { Link: { schema: { $ref: '#/components/schemas/Id' } } },
      responses: { NotFound: {} },
      schemas: {
        Thing: { properties: { id: { $ref: '#/components/schemas/Id' }, part: { $ref: '#/components/schemas/Part' } } },
        Part: {},
        Id: { maxLength: 9 },
      },
    },
  })
})

const things = { name: 'things' }
const others = { name: 'others' }
const paths = { '/things/{id}': { get: 'getThing' } }

test.each<[string, Record<string, Schema>, string]>([
  ['a tag without files', { 'spec.yaml': { tags: [things, others] } }, 'schemas/others.yaml does not exist'],
  [
    'one name in two files',
    { 'schemas/shared.yaml': { Id: {}, Part: {} } },
    'Part: of schemas/shared.yaml is also in another',
  ],
  ['an operation without a path', { 'spec.yaml': { tags: [things] } }, 'getThing: has no path'],
  [
    'a path without an operation',
    { 'spec.yaml': { tags: [things], paths: { '/': { get: 'other' } } } },
    'other: is not an operation',
  ],
  [
    'an operation with two paths',
    { 'spec.yaml': { tags: [things], paths: { ...paths, '/things': { get: 'getThing' } } } },
    'getThing: is not an operation, or has two paths',
  ],
  [
    'one operation in two files',
    {
      'spec.yaml': { tags: [things, others], paths },
      'schemas/others.yaml': {},
      'operations/others.yaml': { getThing: {} },
    },
    'getThing: is in two files',
  ],
  ['a name that no component has', { 'responses.yaml': {} }, 'NotFound: is not one of the responses'],
])('refuses %s', (_what, changes, message) => {
  expect(() => read(changes)).toThrow(message)
})

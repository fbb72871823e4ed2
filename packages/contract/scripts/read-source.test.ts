import { expect, test } from 'vitest'
import { readSource } from './read-source.ts'
import type { Schema } from './schema.ts'

const files = (changes: Record<string, Schema> = {}): Record<string, Schema> => ({
  'spec.yaml': {
    info: { title: 'Things' },
    paths: { '/things/{id}': { $ref: 'paths/things.yaml#/~1things~1{id}' } },
    components: { securitySchemes: {} },
  },
  'paths/things.yaml': {
    '/things/{id}': {
      get: {
        parameters: [{ $ref: '../parameters.yaml#/Limit' }],
        responses: { '200': { 'x-json': { $ref: '../schemas/things.yaml#/Thing' } } },
      },
    },
  },
  'schemas/things.yaml': {
    Thing: { properties: { id: { $ref: 'shared.yaml#/Id' }, part: { $ref: '#/Part' } } },
    Part: {},
  },
  'schemas/shared.yaml': { Id: { type: 'string' } },
  'parameters.yaml': { Limit: { name: 'limit' } },
  'headers.yaml': {},
  'responses.yaml': {},
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

test('makes one document of the files, with references within it and the tag of each file', () => {
  expect(read()).toEqual({
    info: { title: 'Things' },
    paths: {
      '/things/{id}': {
        get: {
          tags: ['things'],
          parameters: [{ $ref: '#/components/parameters/Limit' }],
          responses: { '200': { 'x-json': { $ref: '#/components/schemas/Thing' } } },
        },
      },
    },
    components: {
      securitySchemes: {},
      parameters: { Limit: { name: 'limit' } },
      headers: {},
      responses: {},
      schemas: {
        Thing: { properties: { id: { $ref: '#/components/schemas/Id' }, part: { $ref: '#/components/schemas/Part' } } },
        Part: {},
        Id: { type: 'string' },
      },
    },
  })
})

test.each<[string, Record<string, Schema>, string]>([
  [
    'a file that does not exist',
    { 'parameters.yaml': { Limit: { $ref: 'schemas/none.yaml#/None' } } },
    'schemas/none.yaml',
  ],
  [
    'one name in two files',
    { 'schemas/shared.yaml': { Id: {}, Part: {} } },
    'Part: of schemas/shared.yaml is also in another',
  ],
  [
    'a reference to another path',
    { 'spec.yaml': { paths: { '/a': { $ref: 'paths/things.yaml#/~1b' } } } },
    'another path, /b',
  ],
  ['a listed path that no file has', { 'paths/things.yaml': {} }, 'is not in paths/things.yaml'],
  [
    'a path that is not listed',
    { 'paths/things.yaml': { '/things/{id}': {}, '/forgotten': {} } },
    '/forgotten: of paths/things.yaml is not listed',
  ],
])('refuses %s', (_what, changes, message) => {
  expect(() => read(changes)).toThrow(message)
})

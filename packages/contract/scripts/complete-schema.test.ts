import { describe, expect, test } from 'vitest'
import { completeSchemas, derivedSchemas, exampleOf, type Schemas } from './complete-schema.ts'
import type { Schema } from './schema.ts'

const schemasOf = (schemas: Schemas) => completeSchemas(derivedSchemas(schemas))

describe('a schema', () => {
  const schemas: Schemas = {
    Thing: { properties: { id: { $ref: '#/components/schemas/Id' }, 'note?': { type: 'string', example: 'A note' } } },
    Id: { type: 'string', example: 'id-1' },
    Fields: { properties: { name: { type: 'string' } } },
    Map: { type: 'object', additionalProperties: { properties: { a: {} } } },
    Nullable: { type: ['object', 'null'], additionalProperties: true, properties: { 'a?': {} } },
  }

  test('requires members unless their names end with ?, and closes objects', () => {
    expect(schemasOf(schemas)).toEqual({
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

  test('has the type that another keyword implies, and an integer the format that its maximum implies', () => {
    const written = {
      List: { items: { maximum: 9 } },
      Text: { maxLength: 9 },
      Choice: { enum: ['a'] },
      Large: { type: ['integer', 'null'], maximum: 9000000000 },
      Number: { type: 'number', maximum: 9 },
    }
    expect(schemasOf(written)).toEqual({
      List: { type: 'array', items: { type: 'integer', format: 'int32', maximum: 9 } },
      Text: { type: 'string', maxLength: 9 },
      Choice: { type: 'string', enum: ['a'] },
      Large: { type: ['integer', 'null'], format: 'int64', maximum: 9000000000 },
      Number: { type: 'number', maximum: 9 },
    })
  })

  test('has an example made of its members’ examples, which its own example overrides', () => {
    const whole = { ...schemas['Thing'], example: { note: 'Its note' } }
    const all = { ...schemas, Whole: whole }
    const reference = { $ref: '#/components/schemas/Whole' }
    expect(exampleOf(reference, all)).toEqual({ id: 'id-1', note: 'Its note' })
    expect(exampleOf({ ...reference, example: { id: null } }, all)).toEqual({ id: null, note: 'Its note' })
    expect(exampleOf({ ...schemas['Fields'], example: { name: 'Dana' } }, all)).toEqual({ name: 'Dana' })
    expect(exampleOf({ items: { $ref: '#/components/schemas/Thing' } }, all)).toEqual([{ id: 'id-1', note: 'A note' }])
  })
})

describe('a derived schema', () => {
  const things = { Thing: { properties: { id: {}, 'size?': {} } }, Change: { properties: { 'note?': {} } } }
  const withThings = (schemas: Schemas) => schemasOf({ ...things, ...schemas })

  test('has an optional member for each member of other schemas, or lists their names', () => {
    const each = { type: 'string' }
    const of = ['Thing', 'Change']
    const row = { 'x-fields-of': of, 'x-without': ['id'], 'x-each': each }
    const name = { 'x-names-of': of, 'x-without': ['id'] }
    expect(withThings({ Row: row, Name: name })).toMatchObject({
      Row: { type: 'object', properties: { size: each, note: each } },
      Name: { type: 'string', enum: ['size', 'note'] },
    })
  })

  test('has the members of other schemas before or after its own', () => {
    const own = { secret: { type: 'string' } }
    const found = withThings({
      First: { 'x-fields-of': ['Thing'], properties: own },
      Last: { properties: own, 'x-fields-of': ['Thing'] },
    })
    expect([found['First']?.['required'], found['Last']?.['required']]).toEqual([
      ['id', 'secret'],
      ['secret', 'id'],
    ])
    expect(Object.keys(found['Last']?.['properties'] ?? {})).toEqual(['secret', 'id', 'size'])
  })

  test.each([
    [{ 'x-names-of': ['Nothing'] }, 'names Nothing, which is not a schema'],
    [{ 'x-names-of': ['Thing'], 'x-without': ['color'] }, 'excepts color, which is not a member'],
    [{ 'x-fields-of': ['Thing'], properties: { size: {} } }, 'has size twice'],
  ])('is refused: %j', (schema: Schema, message) => {
    expect(() => withThings({ Row: schema })).toThrow(message)
  })
})

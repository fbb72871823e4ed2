import type { Json } from './print.ts'
import { isSchema, refuse, type Schema, textOf } from './schema.ts'

// In openapi/schemas, every member is required unless its name ends with `?`, objects are closed unless they declare
// otherwise, and an example is built from the examples of the members.

export type Schemas = Readonly<Record<string, Schema>>

/** The name of the referenced component. */
export const nameIn = (reference: Json): string => textOf(reference).split('/').at(-1) ?? ''

const places = ['path', 'query', 'header']

/** The location of a parameter, which is the key that holds its name. Undefined for a reference. */
export const placeOf = (parameter: Schema): string | undefined => places.find((place) => place in parameter)

interface Member {
  name: string
  isOptional: boolean
  schema: Schema
}

export const membersOf = (schema: Schema): Member[] =>
  Object.entries(isSchema(schema['properties']) ? schema['properties'] : {}).map(([written, value]) => ({
    name: written.replace(/\?$/, ''),
    isOptional: written.endsWith('?'),
    schema: isSchema(value) ? value : refuse(written, 'is not a schema'),
  }))

/** An optional member is included if it has its own example. Members of `stated` override their examples. */
function exampleOfMembers(members: readonly Member[], schemas: Schemas, stated: Schema): Json | undefined {
  const example: Schema = {}
  for (const { name, isOptional, schema } of members) {
    const has = !isOptional || schema['example'] !== undefined
    const value = name in stated ? stated[name] : has ? exampleOf(schema, schemas) : undefined
    if (value !== undefined) example[name] = value
    else if (!isOptional) return undefined
  }
  return { ...example, ...stated }
}

/**
 * The example of a schema: its own, or one built from the examples of its members and overridden by its own. Undefined
 * when a required member has no example.
 */
export function exampleOf(schema: Schema, schemas: Schemas): Json | undefined {
  const { $ref: reference, example: own } = schema
  if (own !== undefined && !isSchema(own)) return own
  if (reference !== undefined) {
    const { example, ...named } = schemas[nameIn(reference)] ?? refuse(nameIn(reference), 'is not a schema')
    const both = isSchema(own) && isSchema(example) ? { ...example, ...own } : (own ?? example)
    return exampleOf({ ...named, ...(both !== undefined && { example: both }) }, schemas)
  }
  const members = membersOf(schema)
  if (members.length > 0) return exampleOfMembers(members, schemas, own ?? {})
  if (own !== undefined || !isSchema(schema['items'])) return own
  const item = exampleOf(schema['items'], schemas)
  return item === undefined ? undefined : [item]
}

const complete = (value: Json): Json => (isSchema(value) ? completeSchema(value) : value)

/** The default keywords of an object schema. */
function objectKeywords(schema: Schema): Schema {
  if (!schema['properties']) return {}
  const members = membersOf(schema)
  const required = members.filter(({ isOptional }) => !isOptional).map(({ name }) => name)
  return {
    type: 'object',
    additionalProperties: false,
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(members.map(({ name, schema: member }) => [name, completeSchema(member)])),
  }
}

const int32Max = 2147483647

/** Items imply an array, a maximum an integer, and a maximum length or text enum values a string. */
function typeOf({ type, items, maximum, maxLength, enum: values }: Schema): Json | undefined {
  if (type !== undefined) return type
  if (items) return 'array'
  if (maximum !== undefined) return 'integer'
  const isText = maxLength !== undefined || (Array.isArray(values) && values.every((one) => typeof one === 'string'))
  return isText ? 'string' : undefined
}

/** The type implied by other keywords, and the integer format implied by its maximum. */
function impliedKeywords(schema: Schema): Schema {
  const type = typeOf(schema)
  const isInteger = [type].flat().includes('integer') && schema['maximum'] !== undefined
  return {
    ...(type !== undefined && { type }),
    ...(isInteger && { format: Number(schema['maximum']) > int32Max ? 'int64' : 'int32' }),
  }
}

/** A schema as published: without its examples, which `exampleOf` has read. */
export function completeSchema({ example: _example, properties, ...schema }: Schema): Schema {
  const { items, additionalProperties } = schema
  return {
    ...objectKeywords({ ...schema, ...(properties && { properties }) }),
    ...impliedKeywords(schema),
    ...schema,
    ...(items && { items: complete(items) }),
    ...(additionalProperties !== undefined && { additionalProperties: complete(additionalProperties) }),
  }
}

const textsOf = (value: Json | undefined): string[] => (Array.isArray(value) ? value.map(textOf) : [])

/** The members of these schemas, except those in `without`. */
function membersFrom(where: string, of: Json, without: Json | undefined, schemas: Schemas): Member[] {
  const excepted = new Set(textsOf(without))
  const members = textsOf(of).flatMap((name) =>
    membersOf(derivedSchema(name, schemas[name] ?? refuse(where, `names ${name}, which is not a schema`), schemas)),
  )
  for (const name of excepted)
    if (!members.some((member) => member.name === name)) refuse(where, `excepts ${name}, which is not a member`)
  return members.filter(({ name }) => !excepted.has(name))
}

/**
 * `x-fields-of: [A, B]` is short for the members of A and B, except those in `x-without`. They come before or after the
 * schema's own members, in the order of the two keywords. With `x-each`, each of them is optional and has that schema.
 * With `x-names-of` instead, the schema is an enum of their names.
 */
function derivedSchema(name: string, whole: Schema, schemas: Schemas): Schema {
  const { 'x-fields-of': fields, 'x-names-of': named, 'x-without': without, 'x-each': each, ...schema } = whole
  if (named) return { ...schema, enum: membersFrom(name, named, without, schemas).map((member) => member.name) }
  if (!fields) return whole
  const derived = membersFrom(name, fields, without, schemas).map((member): [string, Json] =>
    each ? [`${member.name}?`, each] : [member.isOptional ? `${member.name}?` : member.name, member.schema],
  )
  const own = Object.entries(schema['properties'] ?? {})
  const names = [...derived, ...own].map(([member]) => member.replace(/\?$/, ''))
  const twice = names.find((member, index) => names.indexOf(member) !== index)
  if (twice !== undefined) refuse(name, `has ${twice} twice`)
  const isFirst = Object.keys(whole).find((key) => key === 'x-fields-of' || key === 'properties') === 'x-fields-of'
  return { ...schema, properties: Object.fromEntries(isFirst ? [...derived, ...own] : [...own, ...derived]) }
}

export const derivedSchemas = (schemas: Schemas): Record<string, Schema> =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]): [string, Schema] => [name, derivedSchema(name, schema, schemas)]),
  )

/** Every schema of openapi/schemas as published. */
export const completeSchemas = (schemas: Schemas): Record<string, Schema> =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, completeSchema(schema)]))

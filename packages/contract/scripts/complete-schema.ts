import type { Json } from './print.ts'
import { isSchema, refuse, type Schema, textOf } from './schema.ts'

// Schemas as openapi/schemas writes them: every member is required unless its name ends with `?`, objects are closed unless
// they say otherwise, and an example is made of the examples of the members.

export type Schemas = Readonly<Record<string, Schema>>

const schemasIn = (value: Json | undefined): Schema[] => (Array.isArray(value) ? value.filter(isSchema) : [])

const nameIn = (schema: Schema): string | undefined =>
  schema['$ref'] === undefined ? undefined : textOf(schema['$ref']).split('/').at(-1)

const named = (schema: Schema, schemas: Schemas): Schema => {
  const name = nameIn(schema)
  return name === undefined ? schema : (schemas[name] ?? refuse(name, 'is not a schema'))
}

interface Member {
  name: string
  isOptional: boolean
  schema: Schema
}

const membersOf = (schema: Schema): Member[] =>
  Object.entries(isSchema(schema['properties']) ? schema['properties'] : {}).map(([written, value]) => ({
    name: written.replace(/\?$/, ''),
    isOptional: written.endsWith('?'),
    schema: isSchema(value) ? value : refuse(written, 'is not a schema'),
  }))

/** Those of the parts that it combines, too. */
const allMembersOf = (schema: Schema, schemas: Schemas): Member[] => [
  ...schemasIn(schema['allOf']).flatMap((part) => allMembersOf(named(part, schemas), schemas)),
  ...membersOf(schema),
]

/** An optional member is part of an example when it has one of its own. */
function exampleOfMembers(members: readonly Member[], schemas: Schemas): Json | undefined {
  const example: Schema = {}
  for (const { name, isOptional, schema } of members) {
    const value = isOptional ? schema['example'] : exampleOf(schema, schemas)
    if (value !== undefined) example[name] = value
    else if (!isOptional) return undefined
  }
  return members.length > 0 ? example : undefined
}

/** The example of a schema: its own, or one made of those of its members. Undefined where a required member has none. */
export function exampleOf(schema: Schema, schemas: Schemas): Json | undefined {
  if (schema['example'] !== undefined) return schema['example']
  if (schema['$ref'] !== undefined) return exampleOf(named(schema, schemas), schemas)
  if (!isSchema(schema['items'])) return exampleOfMembers(allMembersOf(schema, schemas), schemas)
  const item = exampleOf(schema['items'], schemas)
  return item === undefined ? undefined : [item]
}

const complete = (value: Json): Json => (isSchema(value) ? completeSchema(value) : value)

/** The defaults of an object schema. A part of an `allOf` stays open, because the whole is closed. */
function objectKeywords(schema: Schema, isPart: boolean): Schema {
  if (schema['allOf']) return { unevaluatedProperties: false }
  if (!schema['properties']) return {}
  const members = membersOf(schema)
  const required = members.filter(({ isOptional }) => !isOptional).map(({ name }) => name)
  return {
    type: 'object',
    ...(!isPart && { additionalProperties: false }),
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(members.map(({ name, schema: member }) => [name, completeSchema(member)])),
  }
}

/** A schema as the document has it: without its examples, which `exampleOf` has read. */
export function completeSchema({ example: _example, properties, ...schema }: Schema, isPart = false): Schema {
  const { items, allOf, additionalProperties } = schema
  return {
    ...objectKeywords({ ...schema, ...(properties && { properties }) }, isPart),
    ...schema,
    ...(items && { items: complete(items) }),
    ...(allOf && { allOf: schemasIn(allOf).map((part) => completeSchema(part, true)) }),
    ...(additionalProperties !== undefined && { additionalProperties: complete(additionalProperties) }),
  }
}

const textsOf = (value: Json | undefined): string[] => (Array.isArray(value) ? value.map(textOf) : [])

/** The members of these schemas, but for some. */
function membersFrom(where: string, of: Json, without: Json | undefined, schemas: Schemas): Member[] {
  const excepted = new Set(textsOf(without))
  const members = textsOf(of).flatMap((name) =>
    membersOf(schemas[name] ?? refuse(where, `names ${name}, which is not a schema`)),
  )
  for (const name of excepted)
    if (!members.some((member) => member.name === name)) refuse(where, `excepts ${name}, which is not a member`)
  return members.filter(({ name }) => !excepted.has(name))
}

/**
 * `x-fields-of: [A, B]` stands for the members of A and B, but for those in `x-without`, before or after those that the schema
 * states. With `x-each`, each of them is optional and has that schema. With `x-names-of` instead, the schema is an enum of
 * their names.
 */
function derivedSchema(name: string, whole: Schema, schemas: Schemas): Schema {
  const { 'x-fields-of': fields, 'x-names-of': names, 'x-without': without, 'x-each': each, ...schema } = whole
  if (names) return { ...schema, enum: membersFrom(name, names, without, schemas).map((member) => member.name) }
  if (!fields) return whole
  const derived = membersFrom(name, fields, without, schemas).map((member): [string, Json] =>
    each ? [`${member.name}?`, each] : [member.isOptional ? `${member.name}?` : member.name, member.schema],
  )
  const own = Object.entries(schema['properties'] ?? {})
  const isFirst = Object.keys(whole).find((key) => key === 'x-fields-of' || key === 'properties') === 'x-fields-of'
  return { ...schema, properties: Object.fromEntries(isFirst ? [...derived, ...own] : [...own, ...derived]) }
}

export const derivedSchemas = (schemas: Schemas): Record<string, Schema> =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]): [string, Schema] => [name, derivedSchema(name, schema, schemas)]),
  )

const partsOf = (schemas: Schemas): Set<string | undefined> =>
  new Set(Object.values(schemas).flatMap(({ allOf }) => schemasIn(allOf ?? null).map(nameIn)))

/** Every schema of openapi/schemas as the document has it. */
export function completeSchemas(schemas: Schemas): Record<string, Schema> {
  const parts = partsOf(schemas)
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, completeSchema(schema, parts.has(name))]),
  )
}

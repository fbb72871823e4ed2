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

const partsOf = (schemas: Schemas): Set<string | undefined> =>
  new Set(Object.values(schemas).flatMap(({ allOf }) => schemasIn(allOf ?? null).map(nameIn)))

/** Every schema of openapi/schemas as the document has it. */
export function completeSchemas(schemas: Schemas): Record<string, Schema> {
  const parts = partsOf(schemas)
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, completeSchema(schema, parts.has(name))]),
  )
}

import { type Json, print, printObject, typeCall } from './print.ts'

/** A JSON Schema node of the document. Unknown members are rejected. */
export type Schema = { [key: string]: Json }

export interface Components {
  schemas: Record<string, Schema>
  /** Follows a `$ref` anywhere in the document. */
  resolve(where: string, node: Schema): Schema
}

/** Stops the generation because the document is invalid, or contains something that can't be expressed exactly. */
export function refuse(where: string, why: string): never {
  throw new Error(`openapi: ${where}: ${why}`)
}

const annotations = ['title', 'description', 'default', 'deprecated']
const documentationOnly = ['example', 'examples', 'format']

const constraints: Record<string, readonly string[]> = {
  string: ['minLength', 'maxLength', 'pattern', 'format'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  integer: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  boolean: [],
  null: [],
  array: ['minItems', 'maxItems', 'uniqueItems'],
  object: ['additionalProperties', 'minProperties', 'maxProperties'],
}
const structure: Record<string, readonly string[]> = {
  array: ['items'],
  object: ['properties', 'required'],
}

/** Returns a member that should be text. Any other value is returned as JSON, for the error message that follows. */
export const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : JSON.stringify(value))

export const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const asList = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])

/** Name of the schema that `#/components/schemas/Name` points to. */
function referencedName(where: string, ref: Json, schemas: Record<string, Schema>): string {
  const name = /^#\/components\/schemas\/(\w+)$/.exec(textOf(ref))?.[1]
  return name && name in schemas ? name : refuse(where, `cannot resolve ${textOf(ref)}`)
}

function optionsOf(where: string, type: string, schema: Schema): Schema {
  const known = constraints[type] ?? refuse(where, `unsupported type ${type}`)
  const kept = [...known, ...annotations]
  for (const key of Object.keys(schema)) {
    const passed = key === 'type' || key.startsWith('x-') || documentationOnly.includes(key)
    if (!passed && !kept.includes(key) && !structure[type]?.includes(key)) refuse(where, `unsupported keyword ${key}`)
  }
  return Object.fromEntries(Object.entries(schema).filter(([key]) => kept.includes(key)))
}

function printProperties(where: string, schema: Schema, components: Components): string {
  const properties = isSchema(schema['properties']) ? schema['properties'] : {}
  const required = new Set(asList(schema['required']))
  for (const name of required)
    if (!(textOf(name) in properties)) refuse(where, `required ${textOf(name)} is not defined`)
  return printObject(
    Object.entries(properties).map(([name, value]) => {
      const at = `${where}/${name}`
      if (!isSchema(value)) refuse(at, 'is not a schema')
      if (required.has(name) && 'default' in value) refuse(at, 'a required property must not have a default')
      const code = printSchema(at, value, components)
      return [name, required.has(name) ? code : typeCall('Optional', code)]
    }),
  )
}

/** A map from any name to values of one schema. A plain `Type.String()` would reject names with a line break. */
function printMap(where: string, schema: Schema, components: Components): string {
  const { additionalProperties, ...rest } = schema
  if (!isSchema(additionalProperties)) return refuse(where, 'is not a map')
  if (schema['properties'] || schema['required']) refuse(where, 'a map has no members of its own')
  const names = typeCall('String', print({ pattern: '^[^]*$' }))
  const values = printSchema(`${where}/*`, additionalProperties, components)
  return typeCall('Record', names, values, print(optionsOf(where, 'object', rest)))
}

/** One of several named enums. */
function printChoice(
  where: string,
  { anyOf, description: _description, ...rest }: Schema,
  components: Components,
): string {
  const others = Object.keys(rest)
  if (others.length > 0) refuse(where, `unsupported next to anyOf: ${others.join(', ')}`)
  const choices = asList(anyOf).map((choice) => {
    if (!isSchema(choice) || !components.resolve(where, choice)['enum']) refuse(where, 'only enums can be alternatives')
    return printSchema(where, choice, components)
  })
  return typeCall('Union', `[${choices.join(', ')}]`)
}

/** A value of several plain types, as one schema. A union would report an error for each of its types. */
function printScalar(where: string, types: readonly string[], schema: Schema): string {
  const plain = types.map((type) => (type === 'integer' ? 'number' : type))
  const known = types.flatMap((type) => constraints[type] ?? refuse(where, `unsupported type ${type}`))
  if (types.some((type) => structure[type])) refuse(where, 'only plain types can be alternatives')
  const kept = [...known, ...annotations]
  for (const key of Object.keys(schema))
    if (!kept.includes(key) && !documentationOnly.includes(key)) refuse(where, `unsupported keyword ${key}`)
  const options = Object.entries(schema).filter(([key]) => kept.includes(key))
  return `Type.Unsafe<${[...new Set(plain)].join(' | ')}>(${print({ type: [...types], ...Object.fromEntries(options) })})`
}

/** TypeBox code for one schema; a reference prints as the name of the generated constant. */
export function printSchema(where: string, schema: Schema, components: Components): string {
  if (schema['$ref']) {
    const siblings = Object.keys(schema).filter((key) => key !== '$ref' && key !== 'description')
    if (siblings.length > 0) refuse(where, `$ref with siblings ${siblings.join(', ')}`)
    return referencedName(where, schema['$ref'], components.schemas)
  }
  if (schema['oneOf']) refuse(where, 'oneOf is not used in this contract')
  if (schema['anyOf']) return printChoice(where, schema, components)
  if (schema['enum']) {
    const kept = Object.entries(schema).filter(([key]) => annotations.includes(key))
    const values = asList(schema['enum'])
    const choice = typeCall('Enum', print(values.filter((value) => value !== null)), print(Object.fromEntries(kept)))
    return values.includes(null) ? typeCall('Union', `[${choice}, ${typeCall('Null')}]`) : choice
  }
  if (Array.isArray(schema['type'])) {
    const { type, ...rest } = schema
    const types = asList(type).map(textOf)
    if (types.filter((one) => one !== 'null').length > 1) return printScalar(where, types, rest)
    const members = asList(type).map((member) =>
      member === 'null' ? typeCall('Null') : printSchema(where, { ...rest, type: member }, components),
    )
    return typeCall('Union', `[${members.join(', ')}]`)
  }

  const type = textOf(schema['type'])
  // Bytes can't be validated as text. The body parser limits their number.
  if (type === 'string' && schema['format'] === 'binary') return 'Type.Unsafe<Uint8Array>({})'
  if (type === 'object' && isSchema(schema['additionalProperties'])) return printMap(where, schema, components)
  const options = print(optionsOf(where, type, schema))
  if (type === 'array') {
    const items = isSchema(schema['items']) ? schema['items'] : refuse(where, 'array without items')
    return typeCall('Array', printSchema(`${where}/items`, items, components), options)
  }
  if (type === 'object') {
    const properties = printProperties(where, schema, components)
    // Keeps the empty object, because the options would otherwise be read as its members.
    return properties === '{}' ? `Type.Object({}, ${options})` : typeCall('Object', properties, options)
  }
  return typeCall(type.charAt(0).toUpperCase() + type.slice(1), options)
}

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { placeOf } from './complete-schema.ts'
import type { Json } from './print.ts'
import { isSchema, refuse, type Schema, textOf } from './schema.ts'

const folder = path.join(import.meta.dirname, '../../../openapi')

/**
 * Each of these component kinds is one file. Schemas are in a folder, with a file per tag and files for shared schemas.
 */
const kinds = ['parameters', 'headers', 'responses'] as const
const sharedSchemas = ['shared', 'codes']

/** Reads a file of the source by its path in openapi/. */
export type Read = (file: string) => Schema

const readYaml: Read = (file) => {
  const content: unknown = parse(readFileSync(path.join(folder, file), 'utf8'), { merge: true })
  return isSchema(content) ? content : refuse(file, 'is not an object')
}

type Components = Readonly<Record<string, Schema>>

/** The kind of component that a `$ref` refers to, based on where it appears. */
function kindAt(kind: string, key: string): string {
  if (kind === 'operation') return key === 'parameters' ? key : isStatus(key) ? 'responses' : 'schemas'
  if (kind === 'responses' && key === 'headers') return key
  return kind === 'headers' && key !== 'schema' ? kind : 'schemas'
}

/** A copy in which each `$ref`, a component name, becomes a full reference. */
function localized(value: Json, kind: string, components: Components): Json {
  if (Array.isArray(value)) return value.map((item) => localized(item, kind, components))
  if (!isSchema(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (key !== '$ref') return [key, localized(inner, kindAt(kind, key), components)]
      // An inline parameter is written like a field, and may refer to its schema.
      const target = placeOf(value) ? 'schemas' : kind
      const name = textOf(inner)
      if (!(name in (components[target] ?? {}))) refuse(name, `is not one of the ${target}`)
      return [key, `#/components/${target}/${name}`]
    }),
  )
}

const isStatus = (key: string) => /^\d{3}$/.test(key)

/** Converts an operation to OpenAPI's form, in which statuses are members of `responses`. */
function readOperation(operationId: string, written: Json, tag: string, components: Components): Schema {
  const operation = localized(written, 'operation', components)
  const members = Object.entries(isSchema(operation) ? operation : refuse(operationId, 'is not an object'))
  return {
    tags: [tag],
    operationId,
    ...Object.fromEntries(members.filter(([key]) => !isStatus(key))),
    responses: Object.fromEntries(members.filter(([key]) => isStatus(key))),
  }
}

/** The operations of all tags, by name. */
function readOperations(tags: readonly string[], read: Read, components: Components): Map<string, Schema> {
  const operations = new Map<string, Schema>()
  for (const tag of tags)
    for (const [name, written] of Object.entries(read(`operations/${tag}.yaml`))) {
      if (operations.has(name)) refuse(name, 'is in two files')
      operations.set(name, readOperation(name, written, tag, components))
    }
  return operations
}

/** The paths, with each operation's name replaced by the operation. Each operation has one path. */
function withOperations(paths: Schema, operations: Map<string, Schema>): Schema {
  const taken = (name: string) => {
    const operation = operations.get(name) ?? refuse(name, 'is not an operation, or has two paths')
    operations.delete(name)
    return operation
  }
  const found = Object.entries(paths).map(([url, item]) => {
    const methods = Object.entries(isSchema(item) ? item : refuse(url, 'is not an object'))
    return [url, Object.fromEntries(methods.map(([method, name]) => [method, taken(textOf(name))]))]
  })
  for (const name of operations.keys()) refuse(name, 'has no path')
  return Object.fromEntries(found)
}

/** The components of several files. Error messages name the file. */
function merged(files: readonly string[], read: Read): Schema {
  const all: Schema = {}
  for (const file of files)
    for (const [name, component] of Object.entries(read(file))) {
      if (name in all) refuse(name, `of ${file} is also in another file`)
      all[name] = component
    }
  return all
}

/**
 * openapi/spec.yaml and the files of its tags as one document, as written.
 * @throws {Error} for a missing file, two components or operations with the same name, an operation without a path or
 * with two, and a reference to an unknown component
 */
export function readSource(read: Read = readYaml): Schema {
  const { components: own, tags = [], paths = {}, ...head } = read('spec.yaml')
  const names = (Array.isArray(tags) ? tags : []).map((tag) => textOf(isSchema(tag) ? (tag['name'] ?? null) : null))
  const components: Components = {
    ...Object.fromEntries(kinds.map((kind) => [kind, read(`${kind}.yaml`)])),
    schemas: merged(
      [...names, ...sharedSchemas].map((name) => `schemas/${name}.yaml`),
      read,
    ),
  }
  const localizedComponents = Object.entries(components).map(([kind, all]) => [
    kind,
    localized(all, 'schemas', components),
  ])
  return {
    ...head,
    tags,
    paths: withOperations(
      isSchema(paths) ? paths : refuse('paths', 'is not an object'),
      readOperations(names, read, components),
    ),
    components: { ...(isSchema(own) ? own : {}), ...Object.fromEntries(localizedComponents) },
  }
}

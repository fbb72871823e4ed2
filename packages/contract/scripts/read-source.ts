import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { placeOf } from './complete-schema.ts'
import type { Json } from './print.ts'
import { isSchema, refuse, type Schema, textOf } from './schema.ts'

const folder = path.join(import.meta.dirname, '../../../openapi')

/** Files that hold one kind of component each. Schemas are in a folder: a file for each tag, and those that several tags share. */
const kinds = ['parameters', 'headers', 'responses'] as const
const sharedSchemas = ['shared', 'codes']

/** Reads a file of the source by its path in openapi/. */
export type Read = (file: string) => Schema

const readYaml: Read = (file) => {
  const content: unknown = parse(readFileSync(path.join(folder, file), 'utf8'), { merge: true })
  return isSchema(content) ? content : refuse(file, 'is not an object')
}

type Components = Readonly<Record<string, Schema>>

/** The kind of component that a `$ref` names, by the place where it is written. */
function kindAt(kind: string, key: string): string {
  if (kind === 'operation') return key === 'parameters' ? key : isStatus(key) ? 'responses' : 'schemas'
  if (kind === 'responses' && key === 'headers') return key
  return kind === 'headers' && key !== 'schema' ? kind : 'schemas'
}

/** A copy in which each `$ref` leads to the component that it names. */
function localized(value: Json, kind: string, components: Components): Json {
  if (Array.isArray(value)) return value.map((item) => localized(item, kind, components))
  if (!isSchema(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (key !== '$ref') return [key, localized(inner, kindAt(kind, key), components)]
      // A parameter that is not a reference is written as a field, which may refer to its schema.
      const target = placeOf(value) ? 'schemas' : kind
      const name = textOf(inner)
      if (!(name in (components[target] ?? {}))) refuse(name, `is not one of the ${target}`)
      return [key, `#/components/${target}/${name}`]
    }),
  )
}

const isStatus = (key: string) => /^\d{3}$/.test(key)

/** An operation in the form of OpenAPI: its statuses are its responses. */
function readOperation(written: Json, tag: string, components: Components): Schema {
  const operation = localized(written, 'operation', components)
  const members = Object.entries(
    isSchema(operation) ? operation : refuse(tag, 'has an operation that is not an object'),
  )
  return {
    tags: [tag],
    ...Object.fromEntries(members.filter(([key]) => !isStatus(key))),
    responses: Object.fromEntries(members.filter(([key]) => isStatus(key))),
  }
}

function readPaths(tag: string, read: Read, components: Components): [string, Json][] {
  return Object.entries(read(`paths/${tag}.yaml`)).map(([url, item]) => {
    const operations = Object.entries(isSchema(item) ? item : refuse(url, 'is not an object'))
    return [url, Object.fromEntries(operations.map(([method, one]) => [method, readOperation(one, tag, components)]))]
  })
}

/** The components of several files, each with its file in messages. */
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
 * openapi/spec.yaml and the files of its tags as one document, as they are written.
 * @throws {Error} for a file that does not exist, two components or paths of one name, and a name that no component has.
 */
export function readSource(read: Read = readYaml): Schema {
  const { components: own, tags = [], ...head } = read('spec.yaml')
  const names = (Array.isArray(tags) ? tags : []).map((tag) => textOf(isSchema(tag) ? (tag['name'] ?? null) : null))
  const components: Components = {
    ...Object.fromEntries(kinds.map((kind) => [kind, read(`${kind}.yaml`)])),
    schemas: merged(
      [...names, ...sharedSchemas].map((name) => `schemas/${name}.yaml`),
      read,
    ),
  }
  const paths: Schema = {}
  for (const [url, item] of names.flatMap((tag) => readPaths(tag, read, components))) {
    if (url in paths) refuse(url, 'is in two files')
    paths[url] = item
  }
  const localizedComponents = Object.entries(components).map(([kind, all]) => [
    kind,
    localized(all, 'schemas', components),
  ])
  return {
    ...head,
    tags,
    paths,
    components: { ...(isSchema(own) ? own : {}), ...Object.fromEntries(localizedComponents) },
  }
}

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import type { Json } from './print.ts'
import { isSchema, refuse, type Schema, textOf } from './schema.ts'

const folder = path.join(import.meta.dirname, '../../../openapi')

/** Files that hold one kind of component each; schemas are in a folder, in one file for each tag. */
const kinds = ['parameters', 'headers', 'responses'] as const

/** Reads a file of the source by its path in openapi/. */
export type Read = (file: string) => Schema

const readYaml: Read = (file) => {
  const content: unknown = parse(readFileSync(path.join(folder, file), 'utf8'), { merge: true })
  return isSchema(content) ? content : refuse(file, 'is not an object')
}

/** The kind of component that a file holds: `schemas/leads.yaml` and `parameters.yaml` are named after it. */
const kindOf = (file: string): string => path.posix.basename(file.split('/')[0] ?? '', '.yaml')

/** A file and a name in it. */
function targetOf(from: string, reference: string): { file: string; name: string } {
  const [relative = '', pointer = ''] = reference.split('#/')
  const file = relative ? path.posix.join(path.posix.dirname(from), relative) : from
  return { file, name: pointer.replaceAll('~1', '/').replaceAll('~0', '~') }
}

/** A copy in which each reference to another file leads to `#/components`. Adds the files to `files`. */
function localized(value: Json, from: string, files: Set<string>): Json {
  if (Array.isArray(value)) return value.map((item) => localized(item, from, files))
  if (!isSchema(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (key !== '$ref') return [key, localized(inner, from, files)]
      const { file, name } = targetOf(from, textOf(inner))
      files.add(file)
      return [key, `#/components/${kindOf(file)}/${name}`]
    }),
  )
}

/** The path items that openapi/spec.yaml lists, each operation with the tag that its file is named after. */
function readPaths(index: Schema, read: Read, files: Set<string>): Schema {
  const pathFiles = new Set<string>()
  const paths = Object.entries(index).map(([url, entry]): [string, Json] => {
    const { file, name } = targetOf('spec.yaml', textOf(isSchema(entry) ? (entry['$ref'] ?? null) : null))
    if (name !== url) refuse(url, `refers to another path, ${name}`)
    pathFiles.add(file)
    const item = read(file)[url] ?? refuse(url, `is not in ${file}`)
    const tag = path.posix.basename(file, '.yaml')
    const operations = Object.entries(isSchema(item) ? item : refuse(url, 'is not an object'))
    return [
      url,
      Object.fromEntries(operations.map(([method, one]) => [method, tagged(localized(one, file, files), tag)])),
    ]
  })
  for (const file of pathFiles)
    for (const url of Object.keys(read(file))) if (!(url in index)) refuse(url, `of ${file} is not listed in spec.yaml`)
  return Object.fromEntries(paths)
}

const tagged = (operation: Json, tag: string): Json =>
  isSchema(operation) ? { tags: [tag], ...operation } : refuse(tag, 'has an operation that is not an object')

/**
 * openapi/spec.yaml and the files that it refers to as one document, as they are written.
 * @throws {Error} for a file that does not exist, two components of one name, and a path that spec.yaml does not list.
 */
export function readSource(read: Read = readYaml): Schema {
  const cache = new Map<string, Schema>()
  const cached: Read = (file) => {
    const content = cache.get(file) ?? read(file)
    cache.set(file, content)
    return content
  }
  const { paths, components, ...head } = cached('spec.yaml')
  const files = new Set<string>(kinds.map((kind) => `${kind}.yaml`))
  const found = readPaths(isSchema(paths) ? paths : refuse('paths', 'is missing'), cached, files)
  const all: Record<string, Schema> = {}
  // A file that is read adds the files that it refers to.
  for (const file of files) {
    const own = (all[kindOf(file)] ??= {})
    for (const [name, component] of Object.entries(cached(file))) {
      if (name in own) refuse(name, `of ${file} is also in another file`)
      own[name] = localized(component, file, files)
    }
  }
  return { ...head, paths: found, components: { ...(isSchema(components) ? components : {}), ...all } }
}

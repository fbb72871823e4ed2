import { printObject } from './print.ts'
import { readOperations } from './operations.ts'
import { type Components, isSchema, printSchema, refuse, type Schema, textOf } from './schema.ts'

const banner = '// Generated from openapi/ by `pnpm generate`: do not edit.\n'

function resolver(document: Schema): Components['resolve'] {
  return function resolve(where: string, node: Schema): Schema {
    if (!node['$ref']) return node
    const steps = textOf(node['$ref'])
      .slice(2)
      .split('/')
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    let found: unknown = document
    for (const step of steps) found = isSchema(found) ? found[step] : undefined
    return isSchema(found) ? resolve(where, found) : refuse(where, `cannot resolve ${textOf(node['$ref'])}`)
  }
}

/** Sorts the names so that each schema comes after the schemas it references. */
function dependenciesFirst(schemas: Record<string, Schema>): string[] {
  const ordered: string[] = []
  const visit = (name: string, path: string[]): void => {
    if (path.includes(name)) refuse(name, `recursive schema ${[...path, name].join(' → ')}`)
    if (ordered.includes(name)) return
    if (!(name in schemas)) refuse(path.at(-1) ?? name, `cannot resolve ${name}`)
    const mentioned = JSON.stringify(schemas[name]).matchAll(/#\/components\/schemas\/(\w+)/g)
    for (const [, dependency] of mentioned) if (dependency) visit(dependency, [...path, name])
    ordered.push(name)
  }
  for (const name of Object.keys(schemas)) visit(name, [])
  return ordered
}

/**
 * The contract as TypeScript: `schemas` has one TypeBox constant and type per named schema, and `operations` is the
 * table that the server is built from.
 * @throws {Error} when the document contains something that TypeBox can't express exactly
 */
export function compile(document: Schema): { schemas: string; operations: string } {
  const root = isSchema(document['components']) ? document['components'] : {}
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The linted document has only schemas there.
  const schemas = (isSchema(root['schemas']) ? root['schemas'] : {}) as Record<string, Schema>
  const components: Components = { schemas, resolve: resolver(document) }

  const named = dependenciesFirst(schemas).map((name) => {
    const code = printSchema(name, schemas[name] ?? {}, components)
    return `export const ${name} = ${code}\nexport type ${name} = Type.Static<typeof ${name}>\n`
  })
  const paths = isSchema(document['paths']) ? document['paths'] : refuse('paths', 'is missing')
  const operations = readOperations(paths, components)
  const table = printObject(operations.map(({ id, code }) => [id, code]))
  const used = Object.keys(schemas).filter((name) => new RegExp(`(?<![\\w'-])${name}(?![\\w'-])`).test(table))

  return {
    schemas: `${banner}import * as Type from 'typebox'\n\n${named.join('\n')}`,
    operations: `${banner}import * as Type from 'typebox'
import { ${used.sort().join(', ')} } from './schemas.ts'

export const operations = ${table} as const
`,
  }
}

import { execFile } from 'node:child_process'
import { hash } from 'node:crypto'
import { glob, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { parseSync, Visitor } from 'oxc-parser'

// Renames entity properties, one at a time in a clone, and checks that every file that uses one no longer compiles.
// node tools/rename-properties.ts [how many] [seed]

const run = promisify(execFile)
const root = path.join(import.meta.dirname, '..')
const [count = '30', seed = '1'] = process.argv.slice(2)

interface Source {
  file: string
  text: string
}

interface Property {
  /** The name of the entity's constant. */
  entity: string
  table: string
  file: string
  name: string
  column: string
  /** The entity's definition. */
  block: string
}

/** The properties of all entities in a file. */
const propertiesOf = ({ file, text }: Source): Property[] =>
  [...text.matchAll(/export const (\w+) = defineEntity\(\{\n[\s\S]*?\n\}\)/g)].flatMap(([block, entity = '']) => {
    const table = /tableName: '(\w+)'/.exec(block)?.[1] ?? ''
    const members = block.slice(block.indexOf('\n  properties: {')).split(/\n {4}(?=\w+: )/)
    return members.slice(1).map((member) => {
      const name = /^\w+/.exec(member)?.[0] ?? ''
      const joined = /joinColumn\('(\w+)'\)/.exec(member)?.[1]
      return {
        entity,
        table,
        file,
        name,
        block,
        column: joined ?? name.replaceAll(/[A-Z]/g, (one) => `_${one.toLowerCase()}`),
      }
    })
  })

const looksLikeSql = /\b(?:select|from|where|update|insert|coalesce|case when|is null)\b/

/** The SQL text of a file, without the expressions in it. */
function sqlOf({ file, text }: Source): string {
  const tagged = new Set<number>()
  const found: string[] = []
  new Visitor({
    TaggedTemplateExpression: ({ tag, quasi }) => {
      if (tag.type === 'Identifier' && tag.name === 'sql') tagged.add(quasi.start)
    },
    TemplateLiteral: ({ start, quasis }) => {
      const content = quasis.map(({ value }) => value.raw).join(' _ ')
      if (tagged.has(start) || looksLikeSql.test(content)) found.push(content)
    },
  }).visit(parseSync(file, text).program)
  return found.join('\n').replaceAll(/'[^']*'|"[^"]*"|\b\w+\s*\(/g, ' ')
}

/** True if a file's SQL text contains a column. Names that the text itself defines are not columns. */
function isInSql(source: Source, { entity, column }: Property): boolean {
  const { text } = source
  const sql = sqlOf(source)
  const aliases = [...text.matchAll(/\$\{table\((\w+)\)\} (?:as )?(\w+)/g)].filter(([, named]) => named === entity)
  if (aliases.some(([, , alias]) => new RegExp(String.raw`\b${alias}\.${column}\b`).test(sql))) return true
  const isDefined = new RegExp(
    String.raw`\bas ${column}\b|\b${column} (?:u?u?id|text|int|bigint|date|jsonb)\b|\(${column}\)`,
  ).test(sql)
  return (
    !isDefined &&
    new RegExp(String.raw`(?<![.\w:])${column}\b(?!\.)`).test(
      sql.replaceAll(/\b(?:as|from|join|into|update|interval|set local) \w+/g, ' '),
    )
  )
}

/** True if a file's code uses a property. */
function isInCode({ text }: Source, { entity, table, name }: Property, rivals: readonly Property[]): boolean {
  const code = text.replaceAll(/^\s*(\/\/|\/?\*).*$/gm, '')
  const refs = [...code.matchAll(/const (\{[^}]*\}|\w+) = columns\((\w+)/g)].filter(([, , named]) => named === entity)
  const isTaken = ([, bound = '']: readonly string[]) =>
    bound.startsWith('{')
      ? new RegExp(String.raw`[{,]\s*${name}\s*[,:}]`).test(bound)
      : new RegExp(String.raw`(?<![.\w])${bound}\.${name}\b`).test(code)
  if (refs.some(isTaken)) return true
  // Another table in the file may have a property of this name.
  const isAmbiguous = rivals.some(
    (rival) => rival.name === name && rival.table !== table && code.includes(`'${rival.table}`),
  )
  const from = new RegExp(String.raw`(?:From|Into|Table|[Jj]oin)\(\s*'${table}( as \w+)?'`)
  return (
    !isAmbiguous &&
    from.test(code) &&
    new RegExp(String.raw`(?<!From|Into|Table|[Jj]oin)\('(?:\w+\.)?${name}'`).test(code)
  )
}

/** The API files that do not compile. */
async function refused(clone: string): Promise<ReadonlySet<string>> {
  const api = path.join(clone, 'apps/api')
  const output = await run(path.join(api, 'node_modules/.bin/tsc'), ['-p', '.'], { cwd: api }).then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  )
  return new Set([...output.matchAll(/^(\S+)\(\d+,\d+\): error/gm)].map(([, file = '']) => path.join(api, file)))
}

const clone = await mkdtemp(path.join(tmpdir(), 'renames-'))
try {
  await run('git', ['clone', '-q', root, clone])
  await run('pnpm', ['install', '--frozen-lockfile', '--prefer-offline'], { cwd: clone })
  await run('pnpm', ['run', 'generate'], { cwd: clone })
  const sources: Source[] = []
  for await (const file of glob(path.join(clone, 'apps/api/src/**/*.ts'))) {
    if (file.endsWith('.test.ts') || file.includes('/db/migrations/')) continue
    sources.push({ file, text: await readFile(file, 'utf8') })
  }
  const all = sources.flatMap(propertiesOf)
  // The same seed selects the same properties.
  const chosen = all
    .map((property) => ({ property, place: hash('sha256', `${seed} ${property.table} ${property.name}`) }))
    .toSorted((one, other) => one.place.localeCompare(other.place))
    .slice(0, Number(count))
  let missed = 0
  for (const { property } of chosen) {
    const { entity, file, name, block } = property
    const source = await readFile(file, 'utf8')
    const renamed = block
      .replace(new RegExp(String.raw`\n    ${name}: `), `\n    ${name}Renamed: `)
      .replaceAll(`'${name}'`, `'${name}Renamed'`)
    await writeFile(file, source.replace(block, renamed))
    const failing = await refused(clone)
    await writeFile(file, source)
    const users = sources
      .filter((user) => (user.file !== file && user.text.includes(entity)) || user.text.includes(`'${property.table}`))
      // The text of an entity's indexes names columns of its own table.
      .filter(
        (user) => !user.file.includes('/src/entities/') && (isInSql(user, property) || isInCode(user, property, all)),
      )
    const silent = users.filter((user) => !failing.has(user.file)).map((user) => path.relative(clone, user.file))
    missed += silent.length
    console.log(
      `${property.table}.${name}: ${users.length} files use it, ${failing.size} don't compile${silent.map((one) => `\n  compiles: ${one}`).join('')}`,
    )
  }
  console.log(`${chosen.length} properties, ${missed} uses that compile after the rename`)
  process.exitCode = missed > 0 ? 1 : 0
} finally {
  await rm(clone, { recursive: true, force: true })
}

import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { root } from './product/paths.ts'

// Prints the size and shape of the code at two commits side by side: size-of-code.ts BEFORE AFTER
const maxFunctionLines = 80

const isTest = (file: string) => /^(apps|packages)\/.*\.test\.tsx?$|^(apps|packages)\/[^/]+\/test\/|^e2e\//.test(file)
const isProduct = (file: string) => /^(apps|packages)\/[^/]+\/src\//.test(file) && !isTest(file)

/** Text that starts like an SQL statement. Kysely's `sql` tag does not count. */
const statement = /^\s*(select\s|insert into\s|update\s\S+\s+set\s|delete from\s|truncate\s|with\s\w+\s(\(|as\s))/i

/** The functions of a file with their line counts, and the number of SQL statements in its text. */
function parse(file: string, text: string) {
  const parsed = { functions: [] as { name: string; lines: number }[], statements: 0 }
  const note = ({ start, end }: { start: number; end: number }) => {
    const own = /^(?:async )?function\*? (\w+)/.exec(text.slice(start, start + 80))?.[1]
    const before = /(\w+)\W*$/.exec(text.slice(Math.max(0, start - 60), start))?.[1]
    parsed.functions.push({ name: own ?? before ?? 'anonymous', lines: text.slice(start, end).split('\n').length })
  }
  const tagged = new Set<number>()
  const count = (start: number, content: string) =>
    (parsed.statements += !tagged.has(start) && statement.test(content) ? 1 : 0)
  new Visitor({
    FunctionDeclaration: note,
    FunctionExpression: note,
    ArrowFunctionExpression: note,
    TaggedTemplateExpression: ({ quasi }) => void tagged.add(quasi.start),
    TemplateLiteral: ({ start, quasis }) => void count(start, quasis[0]?.value.raw ?? ''),
    Literal: ({ start, value }) => void (typeof value === 'string' && count(start, value)),
  }).visit(parseSync(file, text).program)
  return parsed
}

/** Folders on one level that import each other, directly or indirectly, largest group first. */
function knots(files: Map<string, string>, folder: string): string {
  const inRoom = new RegExp(`^${folder}/([^/]+)/`)
  const roomOf = (file: string) => inRoom.exec(file)?.[1]
  const next = new Map<string, Set<string>>()
  for (const [file, text] of files) {
    const room = isProduct(file) ? roomOf(file) : undefined
    if (!room) continue
    const reached = next.get(room) ?? new Set()
    next.set(room, reached)
    for (const [, target = ''] of text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)) {
      const other = roomOf(path.posix.join(path.posix.dirname(file), target))
      if (other && other !== room) reached.add(other)
    }
  }
  const reachable = (from: string, seen = new Set<string>()): Set<string> => {
    for (const room of next.get(from) ?? []) if (!seen.has(room)) reachable(room, seen.add(room))
    return seen
  }
  const rooms = [...next.keys()].sort()
  const groups = rooms.map((room) => rooms.filter((other) => reachable(room).has(other) && reachable(other).has(room)))
  const knotted = new Set(groups.filter(({ length }) => length > 1).map(String))
  const sizes = [...knotted].map((group) => group.split(',').length)
  return sizes.toSorted((a, b) => b - a).join(' + ') || 'none'
}

function measure(commit: string): { figures: Record<string, number | string>; long: string[] } {
  const folder = mkdtempSync(path.join(tmpdir(), 'size-of-code-'))
  execFileSync('tar', ['-x', '-C', folder], {
    input: execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1e9 }),
  })
  const names = globSync('**/*.{ts,tsx,mjs,css,yaml,md}', { cwd: folder }).map((name) => name.split(path.sep).join('/'))
  const files = new Map(names.map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]))
  const { scripts } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { scripts: object }
  rmSync(folder, { recursive: true })
  const lines = (isCounted: (name: string) => boolean) =>
    [...files].reduce((sum, [name, text]) => sum + (isCounted(name) ? text.split('\n').length - 1 : 0), 0)
  const isCode = (name: string) => /\.(tsx?|mjs)$/.test(name)
  const product = [...files].filter(([name]) => isCode(name) && isProduct(name))
  const parsed = product.map(([name, text]) => ({ name, ...parse(name, text) }))
  const withSql = parsed.filter(({ name, statements }) => statements > 0 && !name.includes('/migrations/'))
  const long = parsed
    .flatMap(({ name, functions }) => functions.map((one) => ({ ...one, file: name })))
    .filter((one) => one.lines > maxFunctionLines)
    .toSorted((a, b) => b.lines - a.lines)
  return {
    figures: {
      'product TypeScript, lines': lines((name) => isCode(name) && isProduct(name)),
      'product files': product.length,
      'tests, lines': lines((name) => isCode(name) && isTest(name)),
      'tools with their tests, lines': lines((name) => isCode(name) && name.startsWith('tools/')),
      'CSS, lines': lines((name) => name.endsWith('.css')),
      'openapi, lines': lines((name) => name.startsWith('openapi/')),
      'SQL strings': withSql.reduce((sum, one) => sum + one.statements, 0),
      'files with SQL strings': withSql.length,
      decisions: names.filter((name) => /^docs\/decisions\/\d/.test(name)).length,
      'root scripts': Object.keys(scripts).length,
      'knots in apps/api/src/modules': knots(files, 'apps/api/src/modules'),
      'knots in apps/admin/src': knots(files, 'apps/admin/src'),
      'knots in apps/site/src': knots(files, 'apps/site/src'),
      [`functions over ${maxFunctionLines} lines`]: long.length,
    },
    long: long.map(({ lines: count, name, file }) => `${count} ${name}, ${file}`),
  }
}

const [before = 'HEAD~1', after = 'HEAD'] = process.argv.slice(2)
const [old, now] = [measure(before), measure(after)]
console.table(
  Object.fromEntries(
    Object.keys(old.figures).map((what) => [what, { [before]: old.figures[what], [after]: now.figures[what] }]),
  ),
)
console.log(`\nFunctions over ${maxFunctionLines} lines at ${after}:\n${now.long.join('\n')}`)

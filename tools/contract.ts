import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import {
  breakingChanges,
  type Change,
  changesSinceRelease,
  narrowed,
  redocly,
  released,
  spec,
} from './contract/redocly.ts'
import { root } from './product/paths.ts'

// The contract between releases: contract.ts check | contract.ts release
const wantedScore = 90
const changelog = path.join(root, 'openapi/CHANGELOG.md')

const versionOf = (file: string) => /^ {2}version: (.+)$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? ''

function check(): void {
  const { output } = redocly('score', spec, '--format', 'json')
  // What `redocly score --format json` prints.
  const { agentReadiness } = JSON.parse(output) as { agentReadiness: number }
  console.log(`score ${agentReadiness}, ${wantedScore} wanted`)
  if (!(agentReadiness >= wantedScore)) process.exitCode = 1

  const breaking = breakingChanges(spec)
  if (breaking.length > 0) {
    process.stderr.write(`${breaking.join('\n')}\nThis breaks callers of release ${versionOf(released)}.\n`)
    process.exitCode = 1
  }
  const changed = new Set(changesSinceRelease(spec).map(({ revision }) => revision?.pointer))
  for (const pointer of narrowed) {
    if (changed.has(pointer)) continue
    process.stderr.write(`${pointer} is as released: take it out of tools/contract/redocly.ts\n`)
    process.exitCode = 1
  }
  if (!readFileSync(changelog, 'utf8').includes(`\n## ${versionOf(released)} `)) {
    process.stderr.write(`openapi/CHANGELOG.md says nothing of release ${versionOf(released)}\n`)
    process.exitCode = 1
  }
}

/** One line for each operation. Changes of wording alone are left out. */
function linesOf(changes: Change[]): string[] {
  const announced = changes
    .filter(({ impact }) => impact !== 'patch')
    .map(({ path: pointer, kind }) => {
      const [, , url = '', method, ...rest] = pointer.split('/').map((part) => part.replaceAll('~1', '/'))
      const where = method ? `${method.toUpperCase()} ${url}` : url || pointer
      return { where, what: rest.length > 0 ? `${kind} ${rest.join('/')}` : kind }
    })
  return [...Map.groupBy(announced, ({ where }) => where)].map(
    ([where, own]) => `- \`${where}\`: ${[...new Set(own.map(({ what }) => what))].join(', ')}`,
  )
}

/** Raises the version as the changes require, writes the changelog, and makes this document the released one. */
function release(): void {
  // Redocly takes every change of a pattern for a breaking one.
  const skipped = breakingChanges(spec).length > 0 ? [] : ['--skip-rule', 'schema-constraint-changed']
  const { output } = redocly('diff', released, spec, '--format', 'next-version', '--fail-on', 'none', ...skipped)
  const next = output.trim()
  if (next === versionOf(released)) return console.log(`Nothing has changed since ${next}`)
  const lines = linesOf(changesSinceRelease(spec))
  writeFileSync(spec, readFileSync(spec, 'utf8').replace(/^ {2}version: .+$/m, `  version: ${next}`))
  const day = new Date().toISOString().slice(0, 10)
  const section = [`## ${next} - ${day}`, '', ...lines, ''].join('\n')
  const text = readFileSync(changelog, 'utf8')
  const at = text.indexOf('\n## ') + 1
  writeFileSync(changelog, `${text.slice(0, at)}${section}\n${text.slice(at)}`)
  copyFileSync(spec, released)
  console.log(`Release ${next}: read what openapi/CHANGELOG.md says, and commit`)
}

if (process.argv[2] === 'release') release()
else check()

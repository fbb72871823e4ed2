import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { compareWithReleased, redocly, released, spec } from './contract/redocly.ts'
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

  const diff = compareWithReleased(spec)
  if (diff.status !== 0) {
    process.stderr.write(`${diff.output}${diff.errors}\nThis breaks callers of release ${versionOf(released)}.\n`)
    process.exitCode = 1
  }
  if (!readFileSync(changelog, 'utf8').includes(`\n## ${versionOf(released)} `)) {
    process.stderr.write(`openapi/CHANGELOG.md says nothing of release ${versionOf(released)}\n`)
    process.exitCode = 1
  }
}

interface Change {
  /** A JSON pointer into the document. */
  path: string
  kind: 'added' | 'removed' | 'modified'
  impact: 'major' | 'minor' | 'patch'
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
  const { output: nextVersion } = redocly('diff', released, spec, '--format', 'next-version', '--fail-on', 'none')
  const next = nextVersion.trim()
  if (next === versionOf(released)) return console.log(`Nothing has changed since ${next}`)
  const { output } = redocly('diff', released, spec, '--format', 'json', '--fail-on', 'none')
  writeFileSync(spec, readFileSync(spec, 'utf8').replace(/^ {2}version: .+$/m, `  version: ${next}`))
  const day = new Date().toISOString().slice(0, 10)
  const section = [`## ${next} - ${day}`, '', ...linesOf(changesIn(output)), ''].join('\n')
  const text = readFileSync(changelog, 'utf8')
  const at = text.indexOf('\n## ') + 1
  writeFileSync(changelog, `${text.slice(0, at)}${section}\n${text.slice(at)}`)
  copyFileSync(spec, released)
  console.log(`Release ${next}: read what openapi/CHANGELOG.md says, and commit`)
}

/** What `redocly diff --format json` prints. */
const changesIn = (json: string): Change[] => (JSON.parse(json) as { changes: Change[] }).changes

if (process.argv[2] === 'release') release()
else check()

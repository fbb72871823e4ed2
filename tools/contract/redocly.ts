import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { root } from '../product/paths.ts'

/**
 * Patterns that have become narrower since the release and break nobody: what they refuse now cannot be meant, like
 * control characters, overrides of the direction of text, and names without a visible character. Empty after a release.
 */
export const narrowed: ReadonlySet<string> = new Set(
  ['Line', 'OptionalLine', 'NullableLine', 'OptionalText', 'NullableText', 'OptionalPhone', 'Email', 'State'].map(
    (name) => `#/components/schemas/${name}/pattern`,
  ),
)

const program = path.join(root, 'node_modules/.bin/redocly')

export function redocly(...args: string[]): { status: number | null; output: string; errors: string } {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', NO_COLOR: '1' }
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: root, env, encoding: 'utf8' })
  return { status, output: stdout, errors: stderr }
}

/** The contract as it is written now, and as callers of the last release know it. */
export const spec = path.join(root, 'openapi/spec.yaml')
export const released = path.join(root, 'openapi/released.yaml')

export interface Change {
  /** A JSON pointer into the document. */
  path: string
  kind: 'added' | 'removed' | 'modified'
  impact: 'major' | 'minor' | 'patch'
  verdicts?: { message: string }[]
  /** Where the new value stands. */
  revision?: { pointer: string }
}

/** What is different in this document since the release. */
export function changesSinceRelease(document: string): Change[] {
  const { output } = redocly('diff', released, document, '--format', 'json', '--fail-on', 'none')
  // What `redocly diff --format json` prints.
  return (JSON.parse(output) as { changes: Change[] }).changes
}

/** Every difference counts as breaking whose values a caller of the released contract may have to change. */
export const breakingChanges = (document: string): string[] =>
  changesSinceRelease(document)
    .filter(({ impact, revision }) => impact === 'major' && !narrowed.has(revision?.pointer ?? ''))
    .map(({ path: pointer, verdicts = [] }) => [pointer, ...verdicts.map(({ message }) => message)].join(': '))

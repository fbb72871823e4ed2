import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { root } from '../product/paths.ts'

const program = path.join(root, 'node_modules/.bin/redocly')

export function redocly(...args: string[]): { status: number | null; output: string; errors: string } {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', NO_COLOR: '1' }
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: root, env, encoding: 'utf8' })
  return { status, output: stdout, errors: stderr }
}

/** The contract as it is written now, and as callers of the last release know it. */
export const spec = path.join(root, 'openapi/spec.yaml')
export const released = path.join(root, 'openapi/released.yaml')

/** Compares a document with the released one; the status is not 0 when it breaks callers. */
export const compareWithReleased = (document: string): ReturnType<typeof redocly> => redocly('diff', released, document)

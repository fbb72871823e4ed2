import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Cluster } from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { parse } from 'yaml'
import { kubernetes } from './manifests.ts'

const overlay = path.join(kubernetes, 'overlays/example')
const folder = mkdtempSync(path.join(tmpdir(), 'restore-test-'))
const calls = path.join(folder, 'calls')
const applied = path.join(folder, 'applied')
afterAll(() => rmSync(folder, { recursive: true }))
beforeEach(() => writeFileSync(calls, ''))

/** Runs the script with a stub of kubectl that records its arguments and prints the given responses. */
function run({ backups = '', counts = '9 migrations, 12 leads', failing = 'nothing' } = {}) {
  const kubectl = `#!/bin/sh
printf '%s\\n' "$*" >> ${calls}
case "$*" in
  *${failing}*) exit 1 ;;
  'get backups'*) printf '${backups}' ;;
  apply*) cat > ${applied} ;;
  *psql*) echo '${counts}' ;;
esac
`
  writeFileSync(path.join(folder, 'kubectl'), kubectl)
  chmodSync(path.join(folder, 'kubectl'), 0o755)
  const { status, stdout } = spawnSync('sh', [path.join(overlay, 'restore-test/run.sh')], {
    env: { PATH: `${folder}:${process.env.PATH}` },
    encoding: 'utf8',
  })
  return { status, stdout, calls: readFileSync(calls, 'utf8').trim().split('\n') }
}

const backups = '2026-11-20T03:00:00Z nightly-1\\n2026-11-21T03:00:00Z nightly-2\\n'
const removal = 'delete clusters.postgresql.cnpg.io restore-test --ignore-not-found'

test('a cluster is created from the newest backup, read in full, and removed', () => {
  const { status, stdout, calls: asked } = run({ backups })
  expect(stdout).toContain('nightly-2 can be restored: 9 migrations, 12 leads')
  expect(status).toBe(0)
  expect(asked.map((call) => call.split(' ')[0])).toEqual(['get', 'delete', 'apply', 'wait', 'exec', 'exec', 'delete'])
  const cluster = parse(readFileSync(applied, 'utf8')) as { spec: { bootstrap: { recovery: { backup: object } } } }
  expect(cluster.spec.bootstrap.recovery.backup).toEqual({ name: 'nightly-2' })
  expect(() => new Cluster(cluster as never).validate()).not.toThrow()
})

test('without a backup it fails before it creates anything', () => {
  expect(run()).toMatchObject({ status: 1, calls: [expect.stringContaining('get backups')] })
})

test.each(['wait', 'pg_dump', 'psql'])('if %s fails, it fails and leaves no cluster behind', (failing) => {
  const { status, calls: asked } = run({ backups, failing })
  expect(status).not.toBe(0)
  expect(asked.at(-1)).toBe(removal)
})

test('a database without a schema is not a valid backup', () => {
  expect(run({ backups, counts: '0 migrations, 0 leads' }).status).toBe(1)
})

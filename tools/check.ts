import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { importsOf, nearestTests } from './check/nearest-tests.ts'
import { root } from './product/paths.ts'
import { say } from './product/say.ts'

// `pnpm check`: lint, types and the nearest tests of what changed since the last commit. It is the loop while you work;
// the gate is `npm test`.
const testSecondsAtMost = 25
/** For a test that has never run here. */
const assumedSeconds = 3

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)

const tracked = git('ls-files', '-z')
const untracked = git('ls-files', '-z', '--others', '--exclude-standard')
const changed = [...git('diff', '-z', '--name-only', 'HEAD'), ...untracked]
const present = changed.filter((file) => existsSync(path.join(root, file)))

if (changed.length === 0) say('Nothing changed since the last commit; npm test runs everything')
else process.exitCode = (await check()) ? 0 : 1

async function check(): Promise<boolean> {
  const startedAt = performance.now()
  const generated = await run('generate', '.', 'turbo', ['run', 'generate'])
  const code = present.filter((file) => /\.(ts|tsx|mjs|cjs|js)$/.test(file))
  // Two programs at a time, for two cores.
  const [checked, linted, tested] = await Promise.all([turboTasks(), ...lintThenTest(code)])
  say(`Left out: ${tested.leftOut} more test files, the browser tests, the builds and their size (npm test runs them)`)
  say(`Checked ${changed.length} files in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
  return generated && checked && linted && tested.passed
}

/** The tests start when the linter is done. */
function lintThenTest(code: string[]) {
  const linted = lint(code)
  return [linted, linted.then(test)] as const
}

async function lint(code: string[]): Promise<boolean> {
  const rules = code.length === 0 || (await run('rules', '.', 'oxlint', ['--type-aware', '--deny-warnings', ...code]))
  const format =
    present.length === 0 ||
    (await run('format', '.', 'oxfmt', ['--check', '--no-error-on-unmatched-pattern', ...present]))
  return rules && format
}

/** Types of the workspaces that hold a change or depend on one; the rules for the whole repository from the cache if it has them. */
function turboTasks(): Promise<boolean> {
  const tasks = ['typecheck', '//#lint:imports', '//#lint:unused', '//#lint:contract']
  const args = [
    '--filter=...[HEAD]',
    '--filter=//',
    '--continue=always',
    '--output-logs=errors-only',
    '--concurrency=1',
  ]
  return run('types, imports, unused code, contract', '.', 'turbo', ['run', ...tasks, ...args])
}

async function test(): Promise<{ passed: boolean; leftOut: number }> {
  const files = [...tracked, ...untracked].filter(
    (file) => /\.test\.tsx?$/.test(file) && existsSync(path.join(root, file)),
  )
  const workspaceOf = (file: string) => (file.startsWith('tools/') ? 'tools' : file.split('/', 2).join('/'))
  const times = new Map([...new Set(files.map(workspaceOf))].flatMap(lastTimes))
  const tests = files.map((file) => ({
    file,
    imports: importsOf(file, readFileSync(path.join(root, file), 'utf8')),
    seconds: times.get(file) ?? assumedSeconds,
  }))
  const chosen = nearestTests(present, tests, testSecondsAtMost).map(({ file }) => file)
  let passed = true
  for (const [workspace, group] of Map.groupBy(chosen, workspaceOf)) {
    const within = group.map((file) => path.posix.relative(workspace, file))
    const what = `${within.length} test files of ${workspace}`
    const vitest = path.join(root, workspace, 'node_modules/vitest/vitest.mjs')
    passed = (await run(what, workspace, process.execPath, [vitest, 'run', '--reporter=dot', ...within])) && passed
  }
  return { passed, leftOut: files.length - chosen.length }
}

interface Report {
  testResults: { name: string; startTime: number; endTime: number }[]
}

/** Seconds that each test file of a workspace took when all of them ran last. */
function lastTimes(workspace: string): [string, number][] {
  const file = path.join(root, workspace, 'reports/vitest.json')
  if (!existsSync(file)) return []
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report
  return testResults.map(({ name, startTime, endTime }) => [path.relative(root, name), (endTime - startTime) / 1000])
}

/** Runs a program of the workspace and shows what it wrote only when it failed. */
async function run(what: string, workspace: string, program: string, args: string[]): Promise<boolean> {
  const startedAt = performance.now()
  const child = spawn(program, args, { cwd: path.join(root, workspace), stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
  const [code, output, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  const passed = code === 0
  if (!passed) process.stderr.write(`${output}${errors}\n`)
  say(`${what}: ${passed ? 'passed' : 'FAILED'} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  return passed
}

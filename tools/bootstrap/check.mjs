import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { manifestOf, sayNode, workspaces } from './install.mjs'
import { failedSteps, slowestTasks, testScriptsOf } from './reports.mjs'
import { root, runForeground, runStep, say } from './steps.mjs'

const testTasks = workspaces
  .map(manifestOf)
  .flatMap(({ name, scripts }) => testScriptsOf(scripts).map((script) => `${name}#${script}`))

const lintTasks = ['//#lint:code', '//#lint:format', '//#lint:imports', '//#lint:unused', '//#lint:contract']
// The linter type-checks all code except generated code.
const typeTasks = workspaces
  .map(manifestOf)
  .flatMap(({ name, scripts }) => (scripts?.generate ? [`${name}#typecheck`] : []))
const everythingButBrowsers = [...testTasks, ...typeTasks, 'build', '//#size', ...lintTasks]

/**
 * Runs every step completely, even after failures.
 * @returns {Promise<number>} the exit code
 */
export async function check(given) {
  // One test file order for the whole run, which the same seed reproduces.
  const env = { ...given, TEST_SEED: given.TEST_SEED || String(Date.now()) }
  sayNode(env)
  say(`order of the test files: TEST_SEED=${env.TEST_SEED}`)
  for (const folder of workspaces) rmSync(path.join(root, folder, 'reports'), { recursive: true, force: true })
  rmSync(path.join(root, '.turbo/runs'), { recursive: true, force: true })

  const failedRuns = []
  const turbo = async (label, tasks, concurrency) => {
    const flags = ['--continue=always', '--output-logs=errors-only', '--log-order=grouped', '--summarize']
    const succeeded = await runStep(label, 'turbo', ['run', ...tasks, ...flags, `--concurrency=${concurrency}`], env)
    if (!succeeded) failedRuns.push(label)
  }
  const processors = availableParallelism()
  await turbo('generate', ['generate'], processors)
  // On two processors, every suite has one worker, and some wait for a database or a time limit: twice as many tasks as
  // processors keep all processors busy until the last task is done.
  await turbo('lint, types, builds and tests', everythingButBrowsers, 2 * processors)
  // The browsers run last: they need the builds, and a page that shares its processor can hit a time limit.
  await turbo('e2e', ['e2e'], 1)
  const failedTasks = failedSteps()
  // If Turbo itself failed, there are no tasks to name.
  const failed = failedTasks.length > 0 ? failedTasks : failedRuns
  say(`longest: ${slowestTasks(6).join(', ')}`)
  if (failed.length > 0) say(`steps that failed: ${failed.join(', ')}`)
  // Reads the reports of all other steps. Its last line counts the tests.
  const proofs = await runForeground('node', ['tools/proofs.ts'], env)
  return failed.length > 0 || proofs !== 0 ? 1 : 0
}

import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { manifestOf, sayNode, workspaces } from './install.mjs'
import { countTests, failedSteps, slowestTasks, testScriptsOf } from './reports.mjs'
import { root, runStep, say } from './steps.mjs'

const testTasks = workspaces
  .map(manifestOf)
  .flatMap(({ name, scripts }) => testScriptsOf(scripts).map((script) => `${name}#${script}`))

const lintTasks = ['//#lint:code', '//#lint:format', '//#lint:imports', '//#lint:unused', '//#lint:contract']
const everythingButBrowsers = [...testTasks, 'typecheck', 'build', '//#size', ...lintTasks]

/**
 * Runs every step and all of each, whatever fails, and counts what the tests reported.
 * @returns {Promise<number>} the exit code
 */
export async function check(env) {
  sayNode(env)
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
  // On two processors every suite has one worker, and some wait for a database or for a time limit: twice as many tasks
  // as processors keep all processors busy until the last task is done.
  await turbo('lint, types, builds and tests', everythingButBrowsers, 2 * processors)
  // The browsers come last: they need the builds, and a page that has to share its processor can run into a time limit.
  await turbo('e2e', ['e2e'], 1)
  // It reads the reports of all the others.
  const isProven = await runStep('proofs', 'node', ['tools/proofs.ts'], env)

  const { passed, failures } = countTests()
  const failedTasks = failedSteps()
  // A run that Turbo itself could not finish has no tasks to name.
  const failed = [...(failedTasks.length > 0 ? failedTasks : failedRuns), ...(isProven ? [] : ['proofs'])]
  say(`longest: ${slowestTasks(6).join(', ')}`)
  for (const failure of failures) say(`failed: ${failure}`)
  if (failed.length > 0) say(`steps that failed: ${failed.join(', ')}`)
  if (passed + failures.length === 0) say('no test ran')
  console.log(`${passed} passed, ${failures.length} failed`)
  return failed.length > 0 || failures.length > 0 || passed === 0 ? 1 : 0
}

import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { manifestOf, sayNode, workspaces } from './install.mjs'
import { countTests, failedSteps, slowestTasks } from './reports.mjs'
import { root, runStep, say } from './steps.mjs'

/** The longest single task, so it starts first, in a lane of its own. */
const longest = 'api#test'

const testTasks = workspaces
  .map(manifestOf)
  .filter(({ scripts }) => scripts?.test)
  .map(({ name }) => `${name}#test`)

const lintTasks = ['//#lint:code', '//#lint:format', '//#lint:imports', '//#lint:unused', '//#lint:contract']
const everythingElse = [
  ...lintTasks,
  'typecheck',
  'build',
  '//#size:check',
  ...testTasks.filter((task) => task !== longest),
]

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
  // Every suite has one worker less than there are processors, so these two keep two processors busy.
  await Promise.all([
    turbo('API tests', [longest], 1),
    turbo('lint, types, builds and other tests', everythingElse, Math.max(1, processors - 1)),
  ])
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

import { rmSync } from 'node:fs'
import path from 'node:path'
import { sayNode, workspaces } from './install.mjs'
import { countTests } from './reports.mjs'
import { root, runStep, say } from './steps.mjs'

const lintTasks = ['//#lint:code', '//#lint:format', '//#lint:imports', '//#lint:contract']

const steps = [
  { name: 'generate', tasks: ['generate'] },
  { name: 'lint', tasks: lintTasks },
  { name: 'typecheck', tasks: ['typecheck'] },
  { name: 'test', tasks: ['test'] },
  { name: 'build', tasks: ['build', '//#size:check'] },
  { name: 'e2e', tasks: ['e2e'] },
]

/**
 * Runs every step and all of each, whatever fails, and counts what the tests reported.
 * @returns {Promise<number>} the exit code
 */
export async function check(env) {
  sayNode(env)
  for (const folder of workspaces) rmSync(path.join(root, folder, 'reports'), { recursive: true, force: true })

  const failedSteps = []
  for (const { name, tasks } of steps) {
    const args = ['run', ...tasks, '--continue=always', '--output-logs=errors-only', '--log-order=grouped']
    if (!(await runStep(name, 'turbo', [...args, '--concurrency=100%'], env))) failedSteps.push(name)
  }

  // What the documents promise must be seen in the reports of the tests that ran.
  if (!(await runStep('proofs', 'node', ['tools/proofs.ts'], env))) failedSteps.push('proofs')

  const { passed, failures } = countTests()
  for (const failure of failures) say(`failed: ${failure}`)
  if (failedSteps.length > 0) say(`steps that failed: ${failedSteps.join(', ')}`)
  if (passed + failures.length === 0) say('no test ran')
  console.log(`${passed} passed, ${failures.length} failed`)
  return failedSteps.length > 0 || failures.length > 0 || passed === 0 ? 1 : 0
}

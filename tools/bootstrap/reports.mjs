import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { manifestOf, workspaces } from './install.mjs'
import { root } from './steps.mjs'

/**
 * Sums the reports that the test runners left in the workspaces.
 * @returns {{ passed: number, failures: string[] }} a failure is a test, a file that did not load or a missing report
 */
export function countTests() {
  const counts = workspaces.flatMap(countWorkspace)
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failures: counts.flatMap(({ failures }) => failures),
  }
}

/** Scripts of a package that run tests with Vitest: `test`, and parts of it that are tasks of their own, like `test:fuzz`. */
export const testScriptsOf = (scripts = {}) => Object.keys(scripts).filter((name) => /^test(:|$)/.test(name))

/** `test` reports in vitest.json, `test:fuzz` in fuzz.json. */
const reportOf = (script) => `${script.split(':')[1] ?? 'vitest'}.json`

function countWorkspace(workspace) {
  const { scripts = {} } = manifestOf(workspace)
  return [
    ...testScriptsOf(scripts).map((script) => countReport(workspace, reportOf(script), countVitest)),
    ...(scripts.e2e ? [countReport(workspace, 'playwright.json', countPlaywright)] : []),
  ]
}

function countReport(workspace, name, count) {
  const file = path.join(root, workspace, 'reports', name)
  if (!existsSync(file)) return { passed: 0, failures: [`${workspace} left no reports/${name}`] }
  const { passed, failures } = count(readJson(file))
  return { passed, failures: failures.map((failure) => `${workspace}: ${failure}`) }
}

function countVitest({ testResults }) {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const failed = tests.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName)
  const unloaded = testResults
    .filter(
      ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((t) => t.status === 'failed'),
    )
    .map(({ name }) => `${path.basename(name)} did not run`)
  return { passed: tests.filter(({ status }) => status === 'passed').length, failures: [...failed, ...unloaded] }
}

function countPlaywright({ suites, errors }) {
  const specs = suites.flatMap(specsOf)
  const tests = specs.flatMap(({ title, tests }) => tests.map(({ status }) => ({ title, status })))
  // A test that passes only on a retry ("flaky") counts as a failure.
  const failed = tests.filter(({ status }) => status === 'unexpected' || status === 'flaky').map(({ title }) => title)
  const broken = errors.map(({ message = 'the run broke' }) => message.split('\n')[0])
  return { passed: tests.filter(({ status }) => status === 'expected').length, failures: [...failed, ...broken] }
}

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

/** What Turbo wrote about every task of the gate. A task that several runs needed counts where it ran first. */
function turboTasks() {
  const folder = path.join(root, '.turbo/runs')
  if (!existsSync(folder)) return []
  const runs = readdirSync(folder).map((name) => readJson(path.join(folder, name)))
  const latestFirst = runs
    .sort((a, b) => b.execution.startTime - a.execution.startTime)
    .flatMap((run) => run.tasks)
    .filter(({ execution }) => execution)
  return [...new Map(latestFirst.map((task) => [task.taskId, task])).values()]
}

/** Names of the steps in which a task failed, with the tasks: `test (api#test)`. */
export function failedSteps() {
  const failed = turboTasks().filter(({ execution }) => execution.exitCode !== 0)
  const taskIds = failed.map(({ taskId }) => taskId)
  const steps = [...new Set(taskIds.map(stepOf))]
  return steps.map((step) => `${step} (${taskIds.filter((taskId) => stepOf(taskId) === step).join(', ')})`)
}

/** `api#test` belongs to the step test, `//#lint:code` to lint. */
const stepOf = (taskId) => taskId.split('#')[1].split(':')[0]

export function slowestTasks(count) {
  const seconds = ({ startTime, endTime }) => Math.round((endTime - startTime) / 1000)
  return turboTasks()
    .map(({ taskId, execution }) => ({ taskId, seconds: seconds(execution) }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, count)
    .map((task) => `${task.taskId} ${task.seconds} s`)
}

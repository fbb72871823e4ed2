import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { root } from './steps.mjs'

/** Scripts of a package that run tests with Vitest: `test`, and parts of it that are tasks of their own, like `test:fuzz`. */
export const testScriptsOf = (scripts = {}) => Object.keys(scripts).filter((name) => /^test(:|$)/.test(name))

/** Turbo's summary of every task of the gate. A task of several runs counts where it ran first. */
function turboTasks() {
  const folder = path.join(root, '.turbo/runs')
  if (!existsSync(folder)) return []
  const runs = readdirSync(folder).map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')))
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

import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { root } from './steps.mjs'

/** The scripts of a package that run Vitest: `test`, and parts of it that are separate tasks, such as `test:fuzz`. */
export const testScriptsOf = (scripts = {}) => Object.keys(scripts).filter((name) => /^test(:|$)/.test(name))

/** Turbo's summary of every task of the gate. A task that ran several times counts for its first run. */
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

/** The steps with failed tasks, and those tasks: `test (api#test)`. */
export function failedSteps() {
  const failed = turboTasks().filter(({ execution }) => execution.exitCode !== 0)
  const taskIds = failed.map(({ taskId }) => taskId)
  const steps = [...new Set(taskIds.map(stepOf))]
  return steps.map((step) => `${step} (${taskIds.filter((taskId) => stepOf(taskId) === step).join(', ')})`)
}

/** The step of a task: test for `api#test`, lint for `//#lint:code`. */
const stepOf = (taskId) => taskId.split('#')[1].split(':')[0]

export function slowestTasks(count) {
  const seconds = ({ startTime, endTime }) => Math.round((endTime - startTime) / 1000)
  return turboTasks()
    .map(({ taskId, execution }) => ({ taskId, seconds: seconds(execution) }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, count)
    .map((task) => `${task.taskId} ${task.seconds} s`)
}

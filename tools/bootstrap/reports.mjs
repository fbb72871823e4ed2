import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { workspaces } from './install.mjs'
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

function countWorkspace(workspace) {
  const { scripts = {} } = readJson(path.join(root, workspace, 'package.json'))
  return [
    ...(scripts.test ? [countReport(workspace, 'vitest.json', countVitest)] : []),
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
  // A test that passes only when repeated ("flaky") has failed once too often.
  const failed = tests.filter(({ status }) => status === 'unexpected' || status === 'flaky').map(({ title }) => title)
  const broken = errors.map(({ message = 'the run broke' }) => message.split('\n')[0])
  return { passed: tests.filter(({ status }) => status === 'expected').length, failures: [...failed, ...broken] }
}

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

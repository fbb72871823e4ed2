import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../product/paths.ts'

/** A test that ran, as reported by its runner. */
export interface ReportedTest {
  /** Path relative to the repository. */
  file: string
  title: string
  /** Titles of the surrounding describe blocks, outermost first. */
  groups: string[]
  isPassed: boolean
  /** Also false for a skipped test. */
  isFailed: boolean
  /** The rows of docs/security.md that it proves. */
  rows: string[]
  /** The statuses that each API operation returned during the test. */
  answers: Record<string, number[]>
}

/** The parts of Vitest's JSON report that are read here. */
interface VitestReport {
  testResults: {
    name: string
    status?: string
    assertionResults: {
      title: string
      ancestorTitles: string[]
      status: string
      tags?: string[]
      meta?: { answers?: Record<string, number[]> }
    }[]
  }[]
}

interface Suite {
  title: string
  specs?: { title: string; file: string; tags: string[]; tests: { status: string }[] }[]
  suites?: Suite[]
}

/** The part of Playwright's JSON report that is read here. */
interface PlaywrightReport {
  suites: Suite[]
  errors?: { message?: string }[]
}

const failure = (file: string, title: string): ReportedTest => ({
  file,
  title,
  groups: [],
  isPassed: false,
  isFailed: true,
  rows: [],
  answers: {},
})

export const testsOfVitest = (workspace: string, { testResults }: VitestReport): ReportedTest[] =>
  testResults.flatMap(({ name, status: outcome, assertionResults }) => [
    // A file that cannot be loaded has failed without running a test.
    ...(outcome === 'failed' && !assertionResults.some(({ status }) => status === 'failed')
      ? [failure(name, 'the file did not run')]
      : []),
    ...assertionResults.map(({ title, ancestorTitles, status, tags = [], meta }) => ({
      // A report from the build cache may come from another clone.
      file: `${workspace}/${name.split(`/${workspace}/`).at(-1)}`,
      title,
      groups: ancestorTitles,
      isPassed: status === 'passed',
      isFailed: status === 'failed',
      rows: tags,
      answers: meta?.answers ?? {},
    })),
  ])

export const testsOfPlaywright = (workspace: string, { suites, errors = [] }: PlaywrightReport): ReportedTest[] => [
  ...suites.flatMap((suite) => testsOfSuite(workspace, suite, [])),
  ...errors.map(({ message = 'the run broke' }) => failure(workspace, message.split('\n')[0] ?? '')),
]

const testsOfSuite = (workspace: string, suite: Suite, groups: string[]): ReportedTest[] => [
  ...(suite.specs ?? []).map(({ title, file, tags, tests }) => ({
    file: `${workspace}/src/${file}`,
    title,
    groups,
    // "flaky" is not enough: a proof must pass the first time.
    isPassed: tests.length > 0 && tests.every(({ status }) => status === 'expected'),
    isFailed: tests.some(({ status }) => status === 'unexpected' || status === 'flaky'),
    rows: tags,
    answers: {},
  })),
  ...(suite.suites ?? []).flatMap((inner) => testsOfSuite(workspace, inner, [...groups, inner.title])),
]

/** Every test reported by the last run of the gate, in all workspaces. A missing report counts as a failed test. */
export function reportedTests(): ReportedTest[] {
  const manifests = globSync(['{apps,packages}/*/package.json', 'tools/package.json', 'e2e/package.json'], {
    cwd: root,
  })
  return manifests.flatMap((manifest) => {
    const workspace = path.posix.dirname(manifest)
    const { scripts = {} } = readJson(path.join(root, manifest)) as { scripts?: Record<string, string> }
    const read = (script: string, name: string, testsOf: (report: unknown) => ReportedTest[]) => {
      if (!scripts[script]) return []
      const file = path.join(root, workspace, 'reports', name)
      return existsSync(file) ? testsOf(readJson(file)) : [failure(workspace, `left no reports/${name}`)]
    }
    return [
      // The formats of the runners in the lockfile.
      ...read('test', 'vitest.json', (report) => testsOfVitest(workspace, report as VitestReport)),
      // A fuzzing result is not a proof: the next run may not reproduce it.
      ...read('test:fuzz', 'fuzz.json', (report) =>
        testsOfVitest(workspace, report as VitestReport).map((test) => ({ ...test, answers: {} })),
      ),
      ...read('e2e', 'playwright.json', (report) => testsOfPlaywright(workspace, report as PlaywrightReport)),
    ]
  })
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../product/paths.ts'

/** A test that ran, as its runner reported it. */
export interface ReportedTest {
  /** Path in the repository. */
  file: string
  title: string
  /** Titles of the describe blocks around it, the outermost first. */
  groups: string[]
  isPassed: boolean
  /** Rows of docs/security.md that it proves. */
  rows: string[]
  /** Statuses that each operation of the API answered with while it ran. */
  answers: Record<string, number[]>
}

/** The parts of Vitest's JSON report that are read here. */
interface VitestReport {
  testResults: {
    name: string
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
}

export const testsOfVitest = (workspace: string, { testResults }: VitestReport): ReportedTest[] =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, ancestorTitles, status, tags = [], meta }) => ({
      // A report from the build cache may have been written in another clone.
      file: `${workspace}/${name.split(`/${workspace}/`).at(-1)}`,
      title,
      groups: ancestorTitles,
      isPassed: status === 'passed',
      rows: tags,
      answers: meta?.answers ?? {},
    })),
  )

export const testsOfPlaywright = (workspace: string, { suites }: PlaywrightReport): ReportedTest[] =>
  suites.flatMap((suite) => testsOfSuite(workspace, suite, []))

const testsOfSuite = (workspace: string, suite: Suite, groups: string[]): ReportedTest[] => [
  ...(suite.specs ?? []).map(({ title, file, tags, tests }) => ({
    file: `${workspace}/src/${file}`,
    title,
    groups,
    // "flaky" is not enough: a proof passes the first time.
    isPassed: tests.length > 0 && tests.every(({ status }) => status === 'expected'),
    rows: tags,
    answers: {},
  })),
  ...(suite.suites ?? []).flatMap((inner) => testsOfSuite(workspace, inner, [...groups, inner.title])),
]

/** Every test that the last run of the gate reported, in all workspaces. */
export function reportedTests(): ReportedTest[] {
  const workspaces = [...globSync('{apps,packages}/*', { cwd: root }), 'tools', 'e2e']
  return workspaces.flatMap((workspace) => {
    const reports = (name: string) => {
      const file = path.join(root, workspace, 'reports', name)
      return existsSync(file) ? [readJson(file)] : []
    }
    return [
      // The formats are those of the runners in the lockfile.
      ...[...reports('vitest.json'), ...reports('fuzz.json')].flatMap((report) =>
        testsOfVitest(workspace, report as VitestReport),
      ),
      ...reports('playwright.json').flatMap((report) => testsOfPlaywright(workspace, report as PlaywrightReport)),
    ]
  })
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

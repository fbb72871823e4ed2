import { describe, expect, test } from 'vitest'
import { unprovenOperations, unprovenRows } from './judge.ts'
import { type ReportedTest, testsOfPlaywright, testsOfVitest } from './reports.ts'
import { documentedRows } from './tables.ts'

const reported = (changes: Partial<ReportedTest> = {}): ReportedTest => ({
  file: 'apps/api/test/wire.test.ts',
  title: '415 for a compressed body',
  groups: [],
  isPassed: true,
  isFailed: false,
  rows: ['E18'],
  answers: {},
  ...changes,
})

describe('a row of docs/security.md', () => {
  const documented = documentedRows('| E18 | compressed bodies | over the wire, `test/wire.test.ts` |')

  test('is proven by a passed test with its tag in the file that it names', () => {
    expect(unprovenRows(documented, [reported()])).toEqual([])
  })

  test.each<[string, ReportedTest[], string]>([
    ['no test ran', [], 'no test of apps/api/test/wire.test.ts passed for it'],
    ['its test lost the tag', [reported({ rows: [] })], 'no test of apps/api/test/wire.test.ts passed for it'],
    ['its test failed', [reported({ isPassed: false })], '"415 for a compressed body" in apps/api/test/wire.test.ts'],
    ['another file proves it too', [reported(), reported({ file: 'e2e/src/a.e2e.ts' })], 'does not name e2e/src/a.e2e'],
    ['a tag matches no row', [reported(), reported({ rows: ['E99'] })], 'E99 is in no table'],
  ])('is reported when %s', (_what, tests, problem) => {
    expect(unprovenRows(documented, tests).join('\n')).toContain(problem)
  })
})

describe('an operation of the contract', () => {
  const operations = [{ id: 'getLead', success: 200, statuses: [200, 404, 500] }]
  const judge = (...tests: ReportedTest[]) =>
    unprovenOperations(operations, tests, (_operation, status) => status === 500)
  const own = reported({ groups: ['getLead'], answers: { getLead: [200] } })
  const elsewhere = reported({ groups: ['every operation'], answers: { getLead: [200, 404] } })

  test('is proven by its success in its own describe block, and by each error anywhere', () => {
    expect(judge(own, elsewhere)).toEqual([])
  })

  test('is reported without a success in its own describe block', () => {
    expect(judge(elsewhere)).toEqual(["getLead: no passed test of describe('getLead') saw it answer 200"])
  })

  test('is reported when a declared error was seen in no test, or only in one that failed', () => {
    const unseen = ['getLead: no passed test saw it answer 404']
    expect(judge(own)).toEqual(unseen)
    expect(judge(own, { ...elsewhere, isPassed: false })).toEqual(unseen)
  })
})

describe('a report', () => {
  test('of Vitest has tags, responses, and the path in the repository, from any clone', () => {
    const assertionResults = [
      { title: 't', ancestorTitles: ['g'], status: 'passed', tags: ['E18'], meta: { answers: { getLead: [200] } } },
      { title: 'u', ancestorTitles: [], status: 'skipped' },
    ]
    const report = { testResults: [{ name: '/elsewhere/clone/apps/api/test/wire.test.ts', assertionResults }] }
    expect(testsOfVitest('apps/api', report)).toEqual([
      reported({ title: 't', groups: ['g'], answers: { getLead: [200] } }),
      reported({ title: 'u', isPassed: false, rows: [] }),
    ])
  })

  test('of Vitest counts a file that could not be loaded as failed', () => {
    const report = { testResults: [{ name: 'a.test.ts', status: 'failed', assertionResults: [] }] }
    expect(testsOfVitest('apps/api', report)).toMatchObject([{ title: 'the file did not run', isFailed: true }])
  })

  test('of Playwright counts a test that passed only on a retry as failed', () => {
    const spec = (status: string) => ({ title: status, file: 'a.e2e.ts', tags: ['R24'], tests: [{ status }] })
    const report = {
      suites: [{ title: 'a.e2e.ts', suites: [{ title: 'g', specs: [spec('expected'), spec('flaky')] }] }],
    }
    expect(testsOfPlaywright('e2e', report)).toMatchObject([
      { file: 'e2e/src/a.e2e.ts', groups: ['g'], isPassed: true, rows: ['R24'] },
      { title: 'flaky', isPassed: false, isFailed: true },
    ])
  })
})

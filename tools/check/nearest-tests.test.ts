import { expect, test } from 'vitest'
import { importsOf, nearestTests } from './nearest-tests.ts'

const testFile = (file: string, imports: string[] = [], seconds = 1) => ({ file, imports, seconds })
const filesOf = (chosen: { file: string }[]) => chosen.map(({ file }) => file)

test('relative imports are resolved against the file that has them', () => {
  const source = `import { a } from './a.ts'\nimport type { b } from "../b.ts"\nawait import('../../c.ts')\nimport 'pg'`
  expect(importsOf('apps/api/test/x.test.ts', source)).toEqual(['apps/api/test/a.ts', 'apps/api/b.ts', 'apps/c.ts'])
})

test('changed tests come first, then those that import a changed file, then those beside one', () => {
  const tests = [
    testFile('apps/api/src/leads/csv.test.ts'),
    testFile('apps/api/test/plans.test.ts', ['apps/api/src/leads/leads.queries.ts']),
    testFile('apps/api/src/leads/leads.test.ts'),
    testFile('apps/api/src/pricing/pricing.test.ts', ['apps/api/src/pricing/pricing.service.ts']),
  ]
  const changed = ['apps/api/src/leads/leads.queries.ts', 'apps/api/src/leads/leads.test.ts']
  expect(filesOf(nearestTests(changed, tests, 60))).toEqual([
    'apps/api/src/leads/leads.test.ts',
    'apps/api/test/plans.test.ts',
    'apps/api/src/leads/csv.test.ts',
  ])
})

test('the budget leaves out the slow ones, but never a test that was changed itself', () => {
  const tests = [
    testFile('test/slow.test.ts', ['test/harness.ts'], 50),
    testFile('test/quick.test.ts', ['test/harness.ts'], 2),
    testFile('test/changed.test.ts', [], 70),
  ]
  expect(filesOf(nearestTests(['test/harness.ts'], tests, 10))).toEqual(['test/quick.test.ts'])
  expect(filesOf(nearestTests(['test/changed.test.ts'], tests, 10))).toEqual(['test/changed.test.ts'])
})

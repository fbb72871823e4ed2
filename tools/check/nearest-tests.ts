import path from 'node:path'

/** A test file and the files that it imports itself, by their paths in the repository. */
export interface TestFile {
  file: string
  imports: readonly string[]
  /** Seconds that it took when it last ran. */
  seconds: number
}

const relativeImport = /['"](\.{1,2}\/[^'"\n]+)['"]/g

/** Files that this source names by a relative path: static and dynamic imports, mocks, URLs. */
export const importsOf = (file: string, source: string): string[] =>
  [...source.matchAll(relativeImport)].map(([, specifier = '']) => path.posix.join(path.posix.dirname(file), specifier))

/**
 * Tests that sit beside a changed file or import one themselves, nearest first, for as long as the budget lasts. Most
 * tests of an application import all of it by way of their shared set-up, so following imports any further would
 * choose nearly every test.
 */
export function nearestTests(
  changed: readonly string[],
  tests: readonly TestFile[],
  budgetSeconds: number,
): TestFile[] {
  const isChanged = new Set(changed)
  const folders = new Set(changed.map((file) => path.posix.dirname(file)))
  const distance = ({ file, imports }: TestFile): number => {
    if (isChanged.has(file)) return 0
    if (imports.some((imported) => isChanged.has(imported))) return 1
    return folders.has(path.posix.dirname(file)) ? 2 : Number.POSITIVE_INFINITY
  }
  const near = tests
    .map((test) => ({ test, distance: distance(test) }))
    .filter((candidate) => Number.isFinite(candidate.distance))
    .toSorted((a, b) => a.distance - b.distance || a.test.seconds - b.test.seconds)

  let left = budgetSeconds
  return near.flatMap(({ test }) => {
    left -= test.seconds
    return left >= 0 || isChanged.has(test.file) ? [test] : []
  })
}

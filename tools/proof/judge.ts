import type { ReportedTest } from './reports.ts'
import type { Row } from './tables.ts'

const placeOf = ({ file, title }: ReportedTest) => `"${title}" in ${file}`

/**
 * Compares the tables in docs/security.md with the tests that ran: each test file named in a row must contain a passed
 * test tagged with the row's id, and the row must name the file of each test tagged with its id.
 */
export function unprovenRows(documented: ReadonlyMap<string, Row>, tests: readonly ReportedTest[]): string[] {
  const testsOfRow = Map.groupBy(
    tests.flatMap((test) => test.rows.map((row) => ({ row, test }))),
    ({ row }) => row,
  )
  const unknown = [...testsOfRow].flatMap(([row, [first]]) =>
    documented.has(row) || !first ? [] : [`${row} is in no table, but is the tag of ${placeOf(first.test)}`],
  )
  const unproven = [...documented].flatMap(([row, { what, files }]) => {
    const tagged = (testsOfRow.get(row) ?? []).map(({ test }) => test)
    const passed = new Set<string>(tagged.filter(({ isPassed }) => isPassed).map(({ file }) => file))
    return [
      ...files.filter((file) => !passed.has(file)).map((file) => `${row} (${what}): no test of ${file} passed for it`),
      ...tagged.filter(({ isPassed }) => !isPassed).map((test) => `${row} (${what}): ${placeOf(test)} did not pass`),
      ...[...passed]
        .filter((file) => !files.includes(file))
        .map((file) => `${row} (${what}): docs/security.md does not name ${file}, which proves it`),
    ]
  })
  return [...unknown, ...unproven]
}

export interface DocumentedOperation {
  id: string
  success: number
  statuses: readonly number[]
}

/**
 * Compares the contract with the responses observed in passed tests: each operation must have succeeded in a test of
 * its own describe block, and must have returned each error that it declares, except excused ones.
 */
export function unprovenOperations<Operation extends DocumentedOperation>(
  operations: readonly Operation[],
  tests: readonly ReportedTest[],
  isExcused: (operation: Operation, status: number) => boolean,
): string[] {
  const passed = tests.filter(({ isPassed }) => isPassed)
  return operations.flatMap((operation) => {
    const { id, success, statuses } = operation
    const seen = new Set(passed.flatMap(({ answers }) => answers[id] ?? []))
    const isProven = passed.some(({ groups, answers }) => groups.includes(id) && answers[id]?.includes(success))
    const unseen = statuses.filter((status) => status !== success && !seen.has(status) && !isExcused(operation, status))
    return [
      ...(isProven ? [] : [`${id}: no passed test of describe('${id}') saw it answer ${success}`]),
      ...(unseen.length > 0 ? [`${id}: no passed test saw it answer ${unseen.join(', ')}`] : []),
    ]
  })
}

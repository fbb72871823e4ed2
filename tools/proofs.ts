import { operations } from '@app/contract'
import { unprovenOperations, unprovenRows } from './proof/judge.ts'
import { reportedTests } from './proof/reports.ts'
import { documentedRows } from './proof/tables.ts'

// The last step of the gate. What docs/security.md and the contract promise must have been seen in tests that ran and
// passed: this reads their reports, not their source.
const tests = reportedTests()
const problems = [...unprovenRows(documentedRows(), tests), ...unprovenOperations(operations, tests, () => true)]
for (const problem of problems) console.error(problem)
console.log(`${tests.length} tests, ${problems.length} missing proofs`)
if (problems.length > 0) process.exitCode = 1

import { type Operation, operationTable } from '@app/contract'
import { unprovenOperations, unprovenRows } from './proof/judge.ts'
import { reportedTests } from './proof/reports.ts'
import { documentedRows } from './proof/tables.ts'

// The last step of the gate. Every claim of docs/security.md and of the contract must have been verified by a test that
// ran and passed: this reads the tests' reports, not their source.

const staffRoles = ['owner', 'editor', 'viewer'] as const

const isForEveryRole = (roles: Operation['roles']) =>
  roles.length === 0 || staffRoles.every((role) => roles.includes(role))

/** True for statuses that the contract declares although no caller can trigger them today. */
function isExcused({ id, method, security, roles }: Operation, status: number): boolean {
  // A 500 is always a bug. One that a test could trigger would be fixed instead.
  if (status === 500) return true
  // A new sandbox key has only one possible body.
  if (status === 422) return id === 'createSandboxKey'
  // Every role may read it. The contract keeps the status for future roles that may not.
  if (status === 403) return method === 'GET' && security.length > 0 && isForEveryRole(roles)
  // Browser reports are counted and logged in the process itself, without the database.
  return status === 503 && id === 'createCspReports'
}

const tests = reportedTests()
const failed = tests.filter(({ isFailed }) => isFailed)
const problems = [...unprovenRows(documentedRows(), tests), ...unprovenOperations(operationTable, tests, isExcused)]
for (const { file, groups, title } of failed) console.error(`failed: ${[file, ...groups, title].join(' > ')}`)
for (const problem of problems) console.error(problem)
if (problems.length > 0) console.error(`${problems.length} missing proofs`)
console.log(`${tests.filter(({ isPassed }) => isPassed).length} passed, ${failed.length} failed`)
if (problems.length + failed.length > 0 || tests.length === 0) process.exitCode = 1

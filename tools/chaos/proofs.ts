import { type Proof, proofOf as proof } from '../proof.ts'

const [crm, leads, samples, schema] = [
  'apps/api/src/modules/crm/crm.test.ts',
  'apps/api/src/modules/leads/leads.test.ts',
  'apps/api/src/modules/samples/samples.test.ts',
  'apps/api/test/schema.test.ts',
]
const [list, distance] = ['apps/api/src/modules/leads/leads-list.test.ts', 'apps/api/test/schema-distance.test.ts']

/** Faults that every change is tried with: `npm test` runs them, beside or instead of what `pnpm chaos` does. */
export const faultProofs: Proof[] = [
  proof('R03', 'a server that is told to end', 'apps/api/test/drain.test.ts', 'says so first, serves who still comes'),
  proof('R07', 'a database that hangs', 'apps/api/test/hanging-database.test.ts', '503 from a database that hangs'),
  proof('R11', 'statements that meet', 'apps/api/src/db/batched-insert.test.ts', 'never wait for each other'),
  proof('R11', 'deadlocks and lost races', 'apps/api/test/log.test.ts', "['a deadlock', '40P01']"),
  proof('R12', 'a CRM that nobody listens for', crm, 'one that nobody listens for is tried again'),
  proof('R13', 'a CRM that hangs', crm, "'busy', 'hang'"),
  proof('R14', 'a CRM that answers 500', crm, "'lost-500'"),
  proof('R15', 'a CRM that is busy', crm, "'busy', 'hang'"),
  proof('R16', 'a CRM that refuses', crm, 'No storm of tries'),
  proof('R17', 'a CRM that answers with a page', crm, "'html'"),
  proof('R18', 'a CRM whose answer is lost', crm, "'lost-connection'"),
  proof('R19', 'a token that is refused', crm, 'without a call for each record'),
  proof('R20', 'two workers', crm, 'two at once tell each record once'),
  proof('R21', 'a worker that is killed', crm, 'a job whose worker was killed is taken up again'),
  proof('R22', 'a job that never succeeds', crm, 'is so for good, told in words, and undone by staff'),
  proof('R23', 'one key 20 times at once', leads, '201 once for 20 calls with one key'),
  proof('R24', 'a button pressed again and again', 'e2e/src/lead-form.e2e.ts', 'sends once, however often'),
  proof('R24', 'a form sent twice', 'e2e/src/sample-form.e2e.ts', 'pressing twice, and staff see one request'),
  proof('R25', 'the same person twice', leads, '201 twice without a key'),
  proof('R25', 'staff are told of it', samples, 'which requests have an email or an address in common'),
  proof('R26', 'a caller who hangs up', 'apps/api/test/wire.test.ts', 'hangs up in the middle is no failure of ours'),
  proof('R27', 'slow callers', 'apps/api/test/slow-callers.test.ts', 'keeps nobody else waiting'),
  proof('R28', '10 MB in chunks', 'apps/api/test/wire.test.ts', '10 MB in chunks'),
  proof('R34', 'where a day and a year end', list, 'each on one day, whatever its length'),
  proof('R34', 'where a month begins', list, 'this month begins at midnight'),
  proof('R35', 'migrations at once', schema, 'two migrators at once both succeed'),
  proof('R36', 'a migration that fails half way', schema, 'a migration that fails half way leaves nothing'),
  proof('R37', 'a migration under writers', schema, 'waits for a lock lets writers pass'),
  proof('R38', 'a release on the next schema', distance, 'on the schema of the next'),
  proof('R38', 'the release before, built', 'package.json', '"upgrade:check"'),
  proof('R38', 'a contract that breaks no caller', 'package.json', '"lint:contract"'),
  proof('R39', 'a release on the schema before', distance, 'on the schema of the one before'),
  proof('R39', 'a status nobody knows', 'e2e/src/admin.e2e.ts', 'an unknown one as it is'),
  proof('R40', 'code that a deployment removed', 'e2e/src/new-version.e2e.ts', 'R40: a screen whose code is gone'),
]

/** The fault table has forty rows. */
export const rowsOfFaults = Array.from({ length: 40 }, (_, n) => `R${String(n + 1).padStart(2, '0')}`)

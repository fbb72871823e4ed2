import { parseArgs } from 'node:util'
import { openOrm } from './db/orm.ts'
import { migrate } from './db/migrate.ts'
import { ensureFirstStaff, staffProblems } from './modules/auth/auth.service.ts'

const usage = `usage:
  migrate       bring the database's schema up to date
  first-staff   make the first account when there is none (FIRST_STAFF_EMAIL, FIRST_STAFF_PASSWORD)`

function fail(...lines: string[]): never {
  for (const line of lines) process.stderr.write(`${line}\n`)
  process.exit(1)
}

const { positionals } = parseArgs({ allowPositionals: true })
const databaseUrl = process.env['DATABASE_URL'] ?? fail('DATABASE_URL must be set to a PostgreSQL address')
const orm = await openOrm(databaseUrl, 2)

async function firstStaff(): Promise<void> {
  const email = process.env['FIRST_STAFF_EMAIL'] || 'owner@example.com'
  const password = process.env['FIRST_STAFF_PASSWORD'] || undefined
  const problems = staffProblems({ email, password: password ?? 'made up here' })
  if (problems.length > 0) fail(...problems.map((problem) => `FIRST_STAFF_EMAIL / FIRST_STAFF_PASSWORD: ${problem}`))
  console.log(JSON.stringify(await ensureFirstStaff(orm.em.fork(), email, password)))
}

try {
  switch (positionals[0]) {
    case 'migrate': {
      const applied = await migrate(orm, databaseUrl)
      console.log(applied.length > 0 ? `migrated: ${applied.join(', ')}` : 'schema is up to date')
      break
    }
    case 'first-staff':
      await firstStaff()
      break
    default:
      fail(usage)
  }
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException
  fail(`${positionals[0]} failed: ${code ?? ''} ${message}`.trim())
} finally {
  await orm.close(true)
}

import { spawnSync } from 'node:child_process'
import path from 'node:path'
import pg from 'pg'
import { servingUser } from '../product/index.ts'
import { type Attack, attack } from './attack.ts'
import type { Target } from './target.ts'

/** The code with which PostgreSQL refuses, or undefined where it does as it is told. */
async function refusalOf(connectionString: string, statement: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString })
  try {
    await client.connect()
    await client.query(statement)
    return undefined
  } catch (error) {
    return String((error as { code?: string }).code ?? error)
  } finally {
    await client.end().catch(() => {})
  }
}

const withPassword = (target: Target, user: string, password: string): string => {
  const url = new URL(target.database.url('postgres', user))
  url.password = password
  return url.href
}

/** What a program of the user `nobody` can read. Empty where only root could try that. */
const readByNobody = (file: string): string =>
  process.getuid?.() === 0 ? spawnSync('cat', [file], { uid: 65_534, gid: 65_534, encoding: 'utf8' }).stdout : ''

export const machineAttacks: Attack[] = [
  attack('F01', 'another user of the machine connects to the embedded database', async (target, checks) => {
    for (const user of ['app', servingUser, 'postgres'])
      for (const password of ['', user, 'postgres', 'password', 'secret'])
        checks.failUnless(
          (await refusalOf(withPassword(target, user, password), 'select 1')) !== undefined,
          `${user} got in with the password "${password}"`,
        )
    const secret = readByNobody(path.join(target.database.dataDir, 'access-secret'))
    checks.failUnless(secret === '', 'another user can read the secret of the database')
  }),
  attack('F02', "the API's database user reads a file, runs a program, or changes a table", async (target, checks) => {
    for (const statement of [
      "select pg_read_file('PG_VERSION')",
      "copy rate_limit from program 'id'",
      "copy rate_limit from '/etc/passwd'",
      "select lo_import('/etc/passwd')",
      'create table taken (id int)',
      'alter table lead add column taken int',
      'drop table rate_limit',
      'select rolpassword from pg_authid',
    ]) {
      const refusal = await refusalOf(target.database.url('postgres', servingUser), statement)
      checks.failUnless(refusal === '42501', `"${statement}" was answered with ${refusal ?? 'success'}`)
    }
  }),
]

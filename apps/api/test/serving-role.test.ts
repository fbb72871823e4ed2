import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { migrate } from '../src/migrate.ts'
import { privateDatabase } from './harness.ts'

const database = await privateDatabase()
// Settings of a whole database are not copied from the template.
await migrate(database.ownerUrl, { servingUrl: database.url })
const api = new pg.Client({ connectionString: database.url })
await api.connect()
afterAll(async () => {
  await api.end()
  await database.close()
})

const denied = { code: '42501' }

describe('the role of the API', () => {
  test.each([
    ['read a file', "select pg_read_file('postgresql.conf')"],
    ['read a file into a table', "copy rate_limit from '/etc/passwd'"],
    ['write a file', "copy rate_limit to '/tmp/out'"],
    ['run a program', "copy rate_limit from program 'id'"],
    ['list a folder', "select pg_ls_dir('.')"],
    ['import a file', "select lo_import('/etc/passwd')"],
    ['create a table', 'create table taken (id int)'],
    ['create a temporary table', 'create temporary table taken (id int)'],
    ['create a schema', 'create schema taken'],
    ['create a function', "create function taken() returns int language sql as 'select 1'"],
    ['create a database', 'create database taken'],
    ['create a role', 'create role taken'],
    ['become the owner', 'set role app'],
    ['change a table', 'alter table lead add column taken int'],
    ['drop a table', 'drop table rate_limit'],
    ['empty a table without a trace', 'truncate lead, message, inbox_item'],
    ['disable a trigger', 'alter table lead disable trigger all'],
    ['read the passwords of roles', 'select rolpassword from pg_authid'],
    ['change the server', "alter system set log_statement = 'all'"],
    ['change the history of migrations', 'delete from schema_migration'],
    ['change the job queue', 'drop table jobs.job'],
  ])('may not %s', { tags: ['F02'] }, async (_what, statement) => {
    await expect(api.query(statement)).rejects.toMatchObject(denied)
  })

  test('has no attribute and no membership', { tags: ['F02'] }, async () => {
    const { rows } = await api.query(
      `select rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as powerful,
              exists (select from pg_auth_members where member = r.oid) as "isMember"
         from pg_roles r where rolname = current_user`,
    )
    expect(rows).toEqual([{ powerful: false, isMember: false }])
  })

  test('may use the rows of a table that a later migration adds', async () => {
    await database.db.query('create table added_later (id int generated always as identity)')
    await expect(api.query('insert into added_later default values')).resolves.toMatchObject({ rowCount: 1 })
  })
})

describe('migrate', () => {
  const name = `api_${randomUUID().slice(0, 8)}`
  const urlWith = (password: string) => {
    const url = new URL(database.url)
    url.username = name
    url.password = password
    return url.href
  }
  const signIn = async (url: string) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      return (await client.query<{ count: number }>('select count(*)::int from lead')).rows
    } finally {
      await client.end()
    }
  }
  afterAll(async () => {
    await database.db.query(`drop owned by ${name}`)
    await database.db.query(`drop role ${name}`)
  })

  test('creates the role, changes its password and takes nothing from the owner', async () => {
    const passwords = ["it's a secret", 'another secret']
    for (const password of passwords) {
      await migrate(database.ownerUrl, { servingUrl: urlWith(encodeURIComponent(password)) })
      expect(await signIn(urlWith(encodeURIComponent(password)))).toEqual([{ count: 0 }])
    }
    await migrate(database.ownerUrl, { servingUrl: database.ownerUrl })
    // The same owner, named in the URL parameters.
    const elsewhere = new URL(database.ownerUrl)
    const { username, password } = elsewhere
    elsewhere.username = ''
    elsewhere.password = ''
    elsewhere.search = `user=${username}&password=${password}`
    await migrate(database.ownerUrl, { servingUrl: elsewhere.href })
    await database.db.query("insert into schema_migration (name) values ('x')")
    await database.db.query("delete from schema_migration where name = 'x'")
  })
})

import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { hash } from '@node-rs/argon2'
import type { FastifyInstance, InjectOptions } from 'fastify'
import pg from 'pg'
import { afterAll, expect, inject, vi } from 'vitest'
import type { StaffUser } from '@app/contract'
import { buildApp } from '../src/app.ts'
import { type Config, readConfig } from '../src/config/config.ts'
import { closeOrm, openOrm } from '../src/db/orm.ts'
import { entities } from '../src/entities/entities.ts'
import { onServer, templateDatabase } from './template-database.ts'

export const password = 'a long enough secret'

/** A real hash takes longer to check than the rest of a request, so all accounts share this quick one. */
const passwordHash = hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })

/** Environment of a test server on this database. */
export const testEnv = (databaseUrl: string): NodeJS.ProcessEnv => ({
  DATABASE_URL: databaseUrl,
  SESSION_SECRET: 'test-secret-test-secret-test-secret-1234',
  LOG_LEVEL: 'silent',
  DATABASE_POOL_MAX: '5',
  RATE_LIMIT_WRITES_PER_MINUTE: '100000',
  RATE_LIMIT_SIGN_INS_PER_MINUTE: '1000',
  RATE_LIMIT_REQUESTS_PER_MINUTE: '1000000',
  // A separate folder for each server, created when something is first stored.
  CAMPAIGNS_DIR: path.join(tmpdir(), `campaigns-${randomUUID()}`),
})

/**
 * A separate database for the calling test file. It is kept until the server stops: for minutes after deleting files,
 * ext4 takes many times longer to create new ones, and a database has about 700 files.
 */
export async function privateDatabase() {
  const serverUrl = inject('serverUrl')
  const admin = new pg.Client({ connectionString: serverUrl })
  await admin.connect()
  const name = `t_${randomUUID().replaceAll('-', '')}`
  await admin.query(`create database ${name} template ${templateDatabase} strategy file_copy`)
  await admin.end()
  const ownerUrl = onServer(serverUrl, name)
  const db = new pg.Client({ connectionString: ownerUrl })
  await db.connect()
  return {
    /** For the API. */
    url: onServer(inject('servingUrl'), name),
    ownerUrl,
    /** Connected as the owner. */
    db,
    close: () => db.end(),
  }
}

/** The real application on a real, private database. */
export async function startApp(env: NodeJS.ProcessEnv = {}) {
  const database = await privateDatabase()
  const config = readConfig({ ...testEnv(database.url), ...env })
  const orm = await openOrm(config.databaseUrl, { entities, poolMax: config.poolMax })
  const app = await buildApp(config, orm)
  await app.ready()
  afterAll(async () => {
    await app.close()
    await closeOrm(orm)
    await database.close()
  })

  const makeAccount = async (role: StaffUser['role'] = 'owner') => {
    const [id, email] = [randomUUIDv7(), `${role}-${randomUUID()}@example.com`]
    await database.db.query(
      'insert into staff_user (id, email, name, password_hash, role) values ($1, $2, $3, $4, $5)',
      [id, email, `Staff ${role}`, await passwordHash, role],
    )
    return { id, email }
  }
  const makeStaff = async (role: StaffUser['role'] = 'owner') => {
    const account = await makeAccount(role)
    return { ...account, cookie: await signIn(app, account.email) }
  }
  const cookies: Partial<Record<StaffUser['role'], Promise<string>>> = {}
  const cookieOf = (role: StaffUser['role'] = 'owner') =>
    (cookies[role] ??= makeStaff(role).then(({ cookie }) => cookie))
  const submit = async (url: string, payload: object): Promise<string> =>
    (await app.inject({ method: 'POST', url, payload })).json().id
  return {
    app,
    orm,
    config,
    db: database.db,
    ownerUrl: database.ownerUrl,
    /** An account without a session. */
    makeAccount,
    makeStaff,
    /** The session of the account of this role that all tests of the file share. Tests must not end it. */
    cookieOf,
    /** A request with the session that the tests of the file share. */
    asStaff: async (options: InjectOptions, role: StaffUser['role'] = 'owner') =>
      app.inject({ ...options, headers: { ...options.headers, cookie: await cookieOf(role) } }),
    /** Submits a form as a visitor. Resolves with the id of the new record. */
    postLead: (changes: Record<string, unknown> = {}) => submit('/api/leads', leadInput(changes)),
    postSample: (changes: Record<string, unknown> = {}) => submit('/api/print-samples', sampleRequestInput(changes)),
    countRows: async (table: string): Promise<number> => {
      const { rows } = await database.db.query<{ count: number }>(`select count(*)::int from ${table}`)
      return rows[0]?.count ?? Number.NaN
    },
  }
}

/** Another instance of a server, on the same database with other settings. The caller closes it. */
export async function anotherInstance(config: Config, env: NodeJS.ProcessEnv): Promise<FastifyInstance> {
  const orm = await openOrm(config.databaseUrl, { entities, poolMax: 2 })
  const app = await buildApp(readConfig({ ...testEnv(config.databaseUrl), ...env }), orm)
  app.addHook('onClose', () => closeOrm(orm))
  await app.ready()
  return app
}

/** The response to a request. For an event stream, it contains only the first event. */
export async function answerOf(app: FastifyInstance, options: InjectOptions) {
  const { statusCode, headers, stream } = await app.inject({ ...options, payloadAsStream: true })
  const content = stream()
  const isEndless = String(headers['content-type']).startsWith('text/event-stream')
  const body = isEndless ? String((await once(content, 'data'))[0]) : await text(content)
  content.destroy()
  return { statusCode, headers, body }
}

export const postSignIn = (
  app: FastifyInstance,
  form: Record<string, string>,
  headers: InjectOptions['headers'] = {},
) =>
  app.inject({
    method: 'POST',
    url: '/api/login',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(form).toString(),
  })

export async function signIn(app: FastifyInstance, email: string): Promise<string> {
  // With many workers, a machine may briefly be too busy, and respond with 503.
  const answer = await vi.waitFor(async () => {
    const attempt = await postSignIn(app, { email, password })
    expect(attempt.statusCode).not.toBe(503)
    return attempt
  }, 60_000)
  const [cookie] = answer.cookies
  if (!cookie) throw new Error(`sign-in answered ${answer.statusCode}`)
  return `${cookie.name}=${cookie.value}`
}

/** The time this long ago by the clock of the database, for instance '90 seconds'. */
export async function timeAgo(db: pg.Client, interval: string): Promise<Date> {
  const { rows } = await db.query<{ at: Date }>('select now() - $1::interval as at', [interval])
  return rows[0]?.at ?? new Date(Number.NaN)
}

/** The number of statements on this database that wait for a lock. Other test files share the server. */
export async function countBlocked(db: pg.Client): Promise<number> {
  const { rowCount } = await db.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rowCount ?? 0
}

export const untilBlocked = (db: pg.Client, count: number) =>
  vi.waitFor(async () => expect(await countBlocked(db)).toBe(count), 10_000)

export const leadInput = (changes: Record<string, unknown> = {}) => ({
  firstName: 'Dana',
  lastName: 'Example',
  email: 'dana@example.com',
  leadSource: 'Product Website',
  source: 'Main Website',
  ...changes,
})

/** Inserts a lead directly, bypassing the API. Changes are keyed by column name. Resolves with its id. */
export async function insertLead(db: pg.Client, changes: Record<string, unknown> = {}): Promise<string> {
  const row = {
    id: randomUUID(),
    first_name: 'Dana',
    last_name: 'Example',
    email: 'dana@example.com',
    lead_source: 'Product Website',
    source: 'Main Website',
    ...changes,
  }
  const names = Object.keys(row)
  const marks = names.map((_, index) => `$${index + 1}`)
  await db.query(`insert into lead (${names.join()}) values (${marks.join()})`, Object.values(row))
  return row.id
}

export const sampleRequestInput = (changes: Record<string, unknown> = {}) => ({
  firstName: 'Dana',
  lastName: 'Example',
  email: 'dana@example.com',
  phone: '',
  company: null,
  addressLine1: '12 Example Street',
  city: 'Cambridge',
  state: 'MA',
  zip: '02138',
  sampleType: 'both',
  ...changes,
})

import { describe, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../config/config.ts'
import { closeOrm, openOrm } from '../../db/orm.ts'
import { entities } from '../../entities/entities.ts'
import { migrationNames } from '../../db/migrations/index.ts'
import { leadInput, startApp, testEnv } from '../../../test/harness.ts'

const { app, db } = await startApp()

async function withoutDatabase() {
  // Nothing listens on port 1 of this machine.
  const config = readConfig(testEnv('postgres://app@127.0.0.1:1/app'))
  const orm = await openOrm(config.databaseUrl, { entities, poolMax: 2 })
  return { app: await buildApp(config, orm), orm }
}

describe('getHealth', () => {
  test('200 while the process is alive, even without a database', async () => {
    expect((await app.inject('/healthz')).json()).toEqual({ status: 'ok' })
    const alone = await withoutDatabase()
    expect((await alone.app.inject('/healthz')).statusCode).toBe(200)
    await alone.app.close()
    await closeOrm(alone.orm)
  })
})

describe('getReadiness', () => {
  test('200 when the database responds', async () => {
    expect((await app.inject('/readyz')).statusCode).toBe(200)
  })

  test('503 with Retry-After when it does not, as from every other endpoint', async () => {
    const alone = await withoutDatabase()
    for (const call of [
      { method: 'GET', url: '/readyz' } as const,
      { method: 'GET', url: '/api/pricing/products' } as const,
      { method: 'POST', url: '/api/leads', payload: leadInput() } as const,
    ]) {
      const answer = await alone.app.inject(call)
      expect(answer.statusCode).toBe(503)
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      expect(answer.json()).toMatchObject({ code: 'unavailable', title: 'Service Unavailable' })
    }
    await alone.app.close()
    await closeOrm(alone.orm)
  })

  describe('checks the schema on each request', () => {
    const readiness = async () => (await app.inject('/readyz')).statusCode

    test.each([
      ['a table', 'alter table staff_user rename to gone', 'alter table gone rename to staff_user'],
      ['a column', 'alter table lead rename column email to gone', 'alter table lead rename column gone to email'],
      ['the limits', 'alter table rate_limit rename to gone', 'alter table gone rename to rate_limit'],
      [
        'every table',
        'alter schema public rename to gone; create schema public',
        'drop schema public; alter schema gone rename to public',
      ],
      [
        'the latest migration',
        "update schema_migration set name = 'other' where id = (select max(id) from schema_migration)",
        `update schema_migration set name = '${migrationNames.at(-1)}' where name = 'other'`,
      ],
      [
        'the right schema',
        "insert into schema_migration (name) values ('next'), ('after-next')",
        "delete from schema_migration where name in ('next', 'after-next')",
      ],
    ])('503 while %s is missing', { tags: ['R43'] }, async (_what, breakIt, mendIt) => {
      expect(await readiness()).toBe(200)
      await db.query(breakIt)
      expect(await readiness()).toBe(503)
      await db.query(mendIt)
      expect(await readiness()).toBe(200)
    })
  })
})

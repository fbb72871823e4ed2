import { afterAll, expect, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config/config.ts'
import { closeOrm, forRequests, openOrm } from '../src/db/orm.ts'
import { entities } from '../src/entities/entities.ts'
import { databaseProxy } from './database-proxy.ts'
import { leadInput, privateDatabase, testEnv } from './harness.ts'

const database = await privateDatabase()
const proxy = await databaseProxy(database.url)
const config = readConfig(testEnv(proxy.url))
const orm = await openOrm(config.databaseUrl, { entities, poolMax: 2, timeouts: forRequests })
const app = await buildApp(config, orm)

afterAll(async () => {
  proxy.close()
  await app.close()
  await closeOrm(orm)
  await database.close()
})

test('503 while the database hangs, and 201 again once it continues', { tags: ['R07'] }, async () => {
  const post = () => app.inject({ method: 'POST', url: '/api/leads', payload: leadInput() })
  expect((await post()).statusCode).toBe(201)

  proxy.hang()
  const refused = await Promise.all([post(), app.inject('/api/pricing/products'), app.inject('/readyz')])
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503])
  expect(Number(refused[0].headers['retry-after'])).toBeGreaterThan(0)
  expect((await app.inject('/healthz')).statusCode).toBe(200)

  proxy.resume()
  await expect.poll(async () => (await post()).statusCode, { timeout: 8_000 }).toBe(201)
})

test('503 while every connection waits for a lock, and 201 again without it', { tags: ['R08'] }, async () => {
  const post = () => app.inject({ method: 'POST', url: '/api/leads', payload: leadInput() })
  await database.db.query('begin; lock table lead in access exclusive mode')
  const refused = await Promise.all(Array.from({ length: 4 }, post))
  expect(new Set(refused.map(({ statusCode }) => statusCode))).toEqual(new Set([503]))
  expect((await app.inject('/healthz')).statusCode).toBe(200)
  await database.db.query('rollback')
  await expect.poll(async () => (await post()).statusCode, { timeout: 8_000 }).toBe(201)
})

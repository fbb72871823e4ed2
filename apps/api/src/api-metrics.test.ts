import { expect, test } from 'vitest'
import { leadInput, privateDatabase, testEnv } from '../test/harness.ts'
import { buildApp } from './app.ts'
import { readConfig } from './config/config.ts'
import { closeOrm, openOrm } from './db/orm.ts'
import { entities } from './entities/entities.ts'
import { measureApi } from './api-metrics.ts'

test('metrics name routes by pattern, and report on the queue and the pool', async () => {
  const database = await privateDatabase()
  const config = readConfig(testEnv(database.url))
  const orm = await openOrm(config.databaseUrl, { entities, poolMax: config.poolMax })
  const app = await buildApp(config, orm)
  const metrics = measureApi(app, orm, config.businessTimeZone)
  const headers = { 'x-forwarded-for': '192.0.2.7' }
  await app.inject({ method: 'POST', url: '/api/leads', payload: leadInput(), headers })
  await app.inject({ method: 'GET', url: '/api/admin/leads/01932c07-5b1c-7d52-8f3a-2b1f6f3f8a11?q=Dana' })
  metrics.countOutcome('synced')
  const text = await metrics.registry.metrics()
  expect(text).toMatch(/http_request_duration_seconds_count\{method="POST",route="\/api\/leads",status="201"\} 1/)
  expect(text).toMatch(/route="\/api\/admin\/leads\/:id",status="401"/)
  expect(text).toContain('crm_records_waiting 1')
  expect(text).toContain('database_up 1')
  expect(text).toContain('crm_attempts_total{outcome="synced"} 1')
  expect(text).toMatch(/database_pool_connections\{state="idle"\} \d/)
  expect(text).not.toMatch(/Dana|192\.0\.2|01932c07|example\.com/)
  await app.close()
  await closeOrm(orm)
  await database.close()
})

test('a database that is down is a metric, not the end of the metrics', async () => {
  // Port 1 of this machine: nothing listens there.
  const config = readConfig(testEnv('postgres://app@127.0.0.1:1/app'))
  const orm = await openOrm(config.databaseUrl, { entities, poolMax: 2 })
  const app = await buildApp(config, orm)
  const { registry } = measureApi(app, orm, config.businessTimeZone)
  const text = await registry.metrics()
  expect(text).toContain('database_up 0')
  expect(text).toContain('process_resident_memory_bytes')
  expect(text).not.toMatch(/^crm_records_waiting \d/m)
  await app.close()
  await closeOrm(orm)
})

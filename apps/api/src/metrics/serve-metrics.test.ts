import { freePort } from '@app/embedded-postgres'
import { expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'
import { serveMetrics } from './serve-metrics.ts'

test('a failure counter starts at 0, so that an alert on its increase includes the first failures', async () => {
  const { registry, countMessage } = createMetrics()
  expect(await registry.metrics()).toContain('message_attempts_total{outcome="failed"} 0')
  countMessage('failed')
  expect(await registry.metrics()).toContain('message_attempts_total{outcome="failed"} 1')
})

test('serves metrics, and reports whether the worker still polls for work', async () => {
  const metrics = createMetrics()
  metrics.countOutcome('synced')
  const port = await freePort()
  let isAlive = true
  const stop = await serveMetrics(metrics.registry, { port, host: '127.0.0.1' }, () => isAlive)
  const get = (url: string) => fetch(`http://127.0.0.1:${port}${url}`)
  expect(await (await get('/metrics')).text()).toContain('crm_attempts_total{outcome="synced"} 1')
  expect((await get('/healthz')).status).toBe(200)
  isAlive = false
  expect((await get('/healthz')).status).toBe(503)
  expect((await get('/')).status).toBe(404)
  await stop()
})

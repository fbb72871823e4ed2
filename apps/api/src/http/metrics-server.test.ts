import { freePort } from '@app/embedded-postgres'
import { expect, test } from 'vitest'
import { serveMetrics, workerMetrics } from './metrics.ts'

test('a worker tells its figures and whether it still looks for work', async () => {
  const metrics = workerMetrics()
  metrics.countOutcome('synced')
  const port = await freePort()
  let isAlive = true
  const stop = await serveMetrics(metrics, { port, host: '127.0.0.1' }, () => isAlive)
  const get = (url: string) => fetch(`http://127.0.0.1:${port}${url}`)
  expect(await (await get('/metrics')).text()).toContain('crm_attempts_total{outcome="synced"} 1')
  expect((await get('/healthz')).status).toBe(200)
  isAlive = false
  expect((await get('/healthz')).status).toBe(503)
  expect((await get('/')).status).toBe(404)
  await stop()
})

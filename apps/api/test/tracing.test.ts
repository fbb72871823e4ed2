import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { startFakePipedrive } from 'tools/fake-pipedrive'
import { afterAll, expect, test, vi } from 'vitest'
import { startCrmWorker } from '../src/modules/crm/worker.ts'
import { startTracing } from '../src/tracing/tracing.ts'
import { leadInput, startApp } from './harness.ts'
import { openWorker } from './jobs.ts'

interface Span {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
}

interface Export {
  resourceSpans: { scopeSpans: { spans: Span[] }[] }[]
}

/** A minimal OpenTelemetry collector that accepts spans as JSON. */
const spans: Span[] = []
const bodies: string[] = []
const collector = createServer((request, response) => {
  void json(request).then((body) => {
    bodies.push(JSON.stringify(body))
    const { resourceSpans } = body as Export
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
})
collector.listen(0, '127.0.0.1')
await once(collector, 'listening')
const address = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`

const crm = await startFakePipedrive()
const stopTracing = await startTracing(address, 'api')
const { app, config, db } = await startApp({ PIPEDRIVE_API_TOKEN: crm.token })
afterAll(async () => {
  collector.close()
  await crm.close()
})

test("a visitor's request, the sync job and its calls to the CRM are one trace", async () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const answer = await app.inject({
    method: 'POST',
    url: '/api/leads?x=Dana',
    payload: leadInput({ company: 'Example Co' }),
    headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
  })
  const { id } = answer.json()
  await vi.waitFor(async () =>
    expect((await db.query('select 1 from record_trace where record_id = $1', [id])).rowCount).toBe(1),
  )

  const { em, jobs, stop } = await openWorker(config.databaseUrl)
  const log = { info: () => {}, warn: () => {} }
  const stopProbing = startCrmWorker(em, jobs, { crm: { url: crm.url, token: crm.token }, log })
  const status = async () => (await db.query('select status from lead where id = $1', [id])).rows[0].status
  await vi.waitFor(async () => expect(await status()).toBe('synced'), 30_000)
  stopProbing()
  await stop()
  await stopTracing()

  const ours = spans.filter((span) => span.traceId === traceId)
  const byName = (name: string) => ours.find((span) => span.name === name)
  expect(byName('POST /api/leads')).toMatchObject({ parentSpanId: '00f067aa0ba902b7' })
  expect(byName('sync to the CRM: lead')?.parentSpanId).toBe(byName('POST /api/leads')?.spanId)
  expect(byName('CRM POST v1/leads')?.parentSpanId).toBe(byName('sync to the CRM: lead')?.spanId)
  expect(crm.traceparents).toContain(`00-${traceId}-${byName('CRM POST v1/leads')?.spanId}-01`)
  expect(bodies.join()).not.toMatch(/Dana|dana@example\.com|Example Co|Example%20Co/)
})

test('without a collector no tracing code is loaded and no trace header is sent', async () => {
  const stop = await startTracing(undefined, 'api')
  expect((await app.inject({ method: 'POST', url: '/api/leads', payload: leadInput() })).statusCode).toBe(201)
  await stop()
  const { rowCount } = await db.query('select 1 from record_trace')
  expect(rowCount).toBe(1)
})

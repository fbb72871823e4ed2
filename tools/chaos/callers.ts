import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type Socket, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { answers } from '../product/index.ts'
import type { Fault } from './fault.ts'
import { heldMemoryOf, memoryOf } from './held-memory.ts'
import { type Instance, readyLimitMs, type Stage } from './stage.ts'

export const firstOf = (stage: Stage): Instance => {
  const [instance] = stage.instances
  if (!instance) throw new Error('There is an instance')
  return instance
}

const leadOf = (key: string) =>
  JSON.stringify({ firstName: 'Dana', lastName: 'Example', email: `${key}@example.com`, leadSource: 'A', source: 'B' })

const post = (url: string, key: string, signal?: AbortSignal) =>
  fetch(`${url}/api/leads`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: leadOf(key),
    ...(signal && { signal }),
  })

const rowsOf = async (stage: Stage, key: string): Promise<number> => {
  const [row] = await stage.query<{ count: number }>('select count(*)::int as count from lead where email = $1', [
    `${key}@example.com`,
  ])
  return row?.count ?? 0
}

/** Opens this many silent connections in batches. The result includes connections that were refused. */
async function openIdly(port: number, count: number): Promise<Socket[]> {
  const sockets: Socket[] = []
  while (sockets.length < count) {
    const some = Array.from({ length: 500 }, () => connect(port, '127.0.0.1'))
    sockets.push(...some)
    await Promise.all(some.map((socket) => once(socket, 'connect').catch(() => undefined)))
  }
  return sockets
}

/** Opens a connection, sends part of a request, and resolves with the seconds until the server closes it. */
function hangOn(port: number, start: string, drip: string, limitMs: number): Promise<number> {
  const begun = performance.now()
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(start))
    const timer = setInterval(() => socket.writable && socket.write(drip), 2000)
    const done = () => {
      clearInterval(timer)
      clearTimeout(limit)
      socket.destroy()
      resolve((performance.now() - begun) / 1000)
    }
    const limit = setTimeout(done, limitMs)
    socket.resume()
    socket.on('error', done)
    socket.on('close', done)
  })
}

const slowly = (id: string, what: string, start: string, drip: string, limitSeconds: number): Fault => ({
  id,
  name: `200 callers ${what}`,
  underLoad: false,
  async strike(stage, findings) {
    const { port, url } = firstOf(stage)
    const callers = Array.from({ length: 200 }, () => hangOn(port, start, drip, (limitSeconds + 10) * 1000))
    const times: number[] = []
    for (let read = 0; read < 40; read += 1) {
      const begun = performance.now()
      findings.failUnless((await fetch(`${url}/api/pricing/products`)).status === 200, 'other callers are not served')
      times.push(performance.now() - begun)
      await sleep(50)
    }
    const slowest = Math.max(...times)
    const closed = Math.max(...(await Promise.all(callers)))
    findings.failUnless(closed <= limitSeconds, `the last connection was closed only after ${closed.toFixed(1)} s`)
    findings.figure(`closed within ${closed.toFixed(1)} s, others waited ${Math.round(slowest)} ms at most`)
  },
})

export const callerFaults: Fault[] = [
  {
    id: 'R23',
    name: 'one lead sent 20 times at once with one key, to both instances',
    underLoad: false,
    async strike(stage, findings) {
      const key = randomUUID()
      const sent = Array.from({ length: 20 }, (_, n) => post(stage.instances[n % 2]?.url ?? '', key))
      const replies = await Promise.all(
        (await Promise.all(sent)).map(async (one) => `${one.status} ${await one.text()}`),
      )
      findings.failUnless(new Set(replies).size === 1, `${new Set(replies).size} different answers`)
      findings.failUnless(replies[0]?.startsWith('201') === true, `the calls answered ${replies[0]?.slice(0, 3)}`)
      findings.failUnless((await rowsOf(stage, key)) === 1, `${await rowsOf(stage, key)} rows`)
    },
  },
  {
    id: 'R26',
    name: '100 clients disconnect while their lead is in flight',
    underLoad: false,
    async strike(stage, findings) {
      const { url, process: own } = firstOf(stage)
      const pid = own.pid()
      const keys = Array.from({ length: 100 }, () => randomUUID())
      const lost = await Promise.all(
        keys.map((key, n) =>
          post(url, key, AbortSignal.timeout(1 + (n % 25))).then(
            () => 0,
            () => 1,
          ),
        ),
      )
      for (const key of keys) findings.failUnless((await post(url, key)).status === 201, 'a repeated lead was refused')
      const rows = await Promise.all(keys.slice(0, 50).map((key) => rowsOf(stage, key)))
      findings.failUnless(
        rows.every((count) => count === 1),
        'a lead is not stored exactly once after its repeat',
      )
      findings.failUnless(own.pid() === pid, 'the instance restarted')
      findings.figure(`${lost.filter(Boolean).length} hung up`)
    },
  },
  slowly('R27', 'send one header every 2 s', 'GET /healthz HTTP/1.1\r\nHost: a\r\n', 'X-Slow: a\r\n', 15),
  slowly(
    'R27',
    'send one byte of a body every 2 s',
    'POST /api/leads HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
    ' ',
    35,
  ),
  {
    id: 'R28',
    name: 'a body of 10 MB',
    underLoad: false,
    async strike(stage, findings) {
      const { url } = firstOf(stage)
      const begun = performance.now()
      const answer = await fetch(`${url}/api/leads`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: Buffer.alloc(10 << 20, 'a'),
      }).catch(() => undefined)
      findings.failUnless(answer?.status === 413, `the body answered ${answer?.status ?? 'nothing'}`)
      findings.figure(`refused after ${Math.round(performance.now() - begun)} ms`)
    },
  },
  {
    id: 'R29',
    name: '10,000 idle connections',
    underLoad: false,
    async strike(stage, findings) {
      const { port, url, process: own } = firstOf(stage)
      const pid = own.pid() ?? 0
      const [before, idle] = [await heldMemoryOf(stage.folder, pid), memoryOf(pid)]
      const sockets = await openIdly(port, 10_000)
      const open = sockets.filter((socket) => socket.readyState === 'open').length
      const begun = performance.now()
      findings.failUnless((await fetch(`${url}/healthz`)).status === 200, 'liveness is not 200')
      findings.failUnless((await post(url, randomUUID())).status === 201, 'a lead was refused')
      findings.failUnless(performance.now() - begun < 1000, 'liveness and a lead took longer than a second')
      findings.failUnless(open === 10_000, `only ${open} were open at once`)
      findings.figure(`${open} open, ${Math.round(memoryOf(pid) - idle)} MiB more`)
      for (const socket of sockets) socket.destroy()
      let after = await heldMemoryOf(stage.folder, pid)
      // The server has to notice that each client is gone.
      for (let tries = 0; tries < 15 && after > before * 1.1; tries += 1) {
        await sleep(1000)
        after = await heldMemoryOf(stage.folder, pid)
      }
      findings.failUnless(after <= before * 1.1, `the process retained ${(after - before).toFixed(1)} MiB`)
      findings.figure(`held ${before.toFixed(1)}, then ${after.toFixed(1)} MiB`)
    },
  },
  {
    id: 'R30',
    name: 'as many leads as 200 connections can send, 8 s',
    underLoad: false,
    async strike(stage, findings) {
      const { url, process: own } = firstOf(stage)
      const pid = own.pid()
      const result = await autocannon({
        url: `${url}/api/leads`,
        connections: 200,
        duration: 8,
        timeout: 20,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        requests: [
          {
            setupRequest(request) {
              const key = randomUUID()
              request.headers = { ...request.headers, 'idempotency-key': key }
              request.body = leadOf(key)
              return request
            },
          },
        ],
      })
      const statuses = Object.keys(result.statusCodeStats ?? {})
      findings.failUnless(
        statuses.every((one) => ['201', '429', '503'].includes(one)),
        `leads answered ${statuses.join()}`,
      )
      findings.failUnless(result.errors === 0, `${result.errors} leads had no answer`)
      findings.failUnless(own.pid() === pid, 'the instance restarted')
      findings.failUnless(
        await answers(`${url}/readyz`, Math.min(5000, readyLimitMs)),
        'not ready within 5 s after the flood',
      )
      const counts = Object.entries(result.statusCodeStats ?? {}).map(
        ([status, { count = 0 }]) => `${count} times ${status}`,
      )
      findings.figure(
        `${counts.join(', ')}; ${Math.round(result.requests.average)} a second, p99 ${result.latency.p99} ms`,
      )
    },
  },
]

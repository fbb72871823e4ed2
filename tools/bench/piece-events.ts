import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { postJson } from '../product/post-json.ts'
import { until } from '../product/readiness.ts'
import { say } from '../product/say.ts'
import { startProduct } from '../product/throwaway.ts'
import { addCustomer } from './customer.ts'
import { LivePieces, signIn } from './live-pieces.ts'
import { Figures, quantile } from './load.ts'

// Measures events for customer webhooks: the time from a scan to the receiver, and many events to receivers that keep
// failing. Each customer has its own receiver.
const events = Number(process.env.BENCH_EVENTS || 100_000)
const customers = 10
const failingShare = 0.3
const limits = { arrivalMs: 1_000 }
const scans = ['in_transit', 'in_local_area', 'out_for_delivery', 'delivered', 'returned']
const rowsOfImport = 10_000

/** Events that the receivers have accepted: the time of the first delivery, and the number of deliveries. */
const arrived = new Map<string, { at: number; times: number }>()
const lastNumber = new Map<string, number>()
let calls = 0
let outOfOrder = 0
let isFailing = false

interface Delivery {
  data: { PieceId: string; Number: number }
}

async function receive(request: IncomingMessage): Promise<number> {
  const { data } = JSON.parse(await text(request)) as Delivery
  calls += 1
  if (isFailing && Math.random() < failingShare) return 500
  const id = `${data.PieceId} ${data.Number}`
  const known = arrived.get(id)
  if (known) known.times += 1
  else {
    arrived.set(id, { at: Date.now(), times: 1 })
    if (data.Number <= (lastNumber.get(data.PieceId) ?? 0)) outOfOrder += 1
    lastNumber.set(data.PieceId, data.Number)
  }
  return 204
}

const receiver = createServer((request, response) => {
  void receive(request).then((status) => response.writeHead(status).end())
})
receiver.listen(0, '127.0.0.1')
await once(receiver, 'listening')
const { port } = receiver.address() as AddressInfo

const product = await startProduct({
  hasRenderer: true,
  env: { RUN_WORKER: 'true', WEBHOOK_PRIVATE_RANGES: '127.0.0.1', RATE_LIMIT_REQUESTS_PER_MINUTE: '1000000' },
})
const figures = new Figures()
const pieces = await LivePieces.render(product, 1)

async function post(path: string, headers: Record<string, string>, body: object): Promise<void> {
  const answer = await postJson(`${product.origin}${path}`, body, headers)
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
}

/** Imports a scan of each kind for each barcode, a minute apart. */
async function importScans(barcodes: readonly string[], cookie: string, kinds = scans): Promise<void> {
  const since = Date.now() - 3_600_000
  const rows = kinds.flatMap((operation, index) =>
    barcodes.map((barcode) => ({
      barcode,
      operation,
      zip: '74104',
      at: new Date(since + 60_000 * index).toISOString(),
    })),
  )
  for (let from = 0; from < rows.length; from += rowsOfImport)
    await post(
      '/api/admin/scan-imports',
      { cookie },
      { fileName: 'scans.csv', rows: rows.slice(from, from + rowsOfImport) },
    )
}

try {
  const cookie = await signIn(product)
  const barcodes: string[][] = []
  for (let round = 1; round <= customers; round += 1) {
    const { live } = await addCustomer(product.databaseUrl)
    await post('/v1/webhooks', { authorization: `Bearer ${live.key}` }, { Url: `http://127.0.0.1:${port}/${round}` })
    await pieces.copy(Math.ceil(events / customers / scans.length), round, {
      status: 'mailed',
      workspace: live.workspace,
    })
    barcodes.push(await pieces.barcodes(live.workspace))
  }
  say('one event at a time')
  const arrivals: number[] = []
  const first = barcodes.map((own) => own.shift() ?? '')
  for (const barcode of first) {
    const before = arrived.size
    const sent = Date.now()
    await importScans([barcode], cookie, ['in_transit'])
    await until(async () => arrived.size > before)
    arrivals.push(Date.now() - sent)
    await sleep(200)
  }
  figures.note('from a scan to the receiver, p95 ms', quantile(arrivals, 0.95), limits.arrivalMs)

  const many = barcodes.reduce((sum, own) => sum + own.length * scans.length, 0)
  say(`${many} events to ${customers} receivers that fail ${100 * failingShare}% of the time`)
  isFailing = true
  const begun = performance.now()
  for (const own of barcodes) await importScans(own, cookie)
  figures.note('importing the scans, s', (performance.now() - begun) / 1_000)
  await until(async () => (await pieces.count(`message where status = 'waiting'`)) === 0)
  figures.note('until everything is delivered, s', (performance.now() - begun) / 1_000)
  figures.note('calls of the receivers', calls)
  const wanted = await pieces.count('piece_event join message_target using (workspace_id)')
  figures.note('events', wanted)
  figures.note('events that were lost', wanted - arrived.size, 0)
  figures.note('events that came before an earlier one', outOfOrder, 0)
  figures.note('events that came twice', [...arrived.values()].filter(({ times }) => times > 1).length)
} finally {
  await pieces.end()
  await product.stop()
  receiver.close()
}
figures.print()

import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { quantile } from './quantile.ts'

// Runs in its own process, so that generating load does not slow what is measured:
// scans.ts <origin> <scans a second> <seconds> <code> <code> …
// People scan independently of each other, so the time between two scans is exponential. A tool that holds its rate by the
// second sends them all as the second begins, and measures its own queue.
const [url = '', perSecond = '', seconds = '', ...codes] = process.argv.slice(2)

const amount = Number(perSecond) * Number(seconds)
const agent = new Agent({ keepAlive: true, maxSockets: 100 })
const headers = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15' }
const times: number[] = []
let led = 0

/** Counted from when the scan was due, also when nothing could send it then. */
function scan(code: string, due: number): Promise<void> {
  return new Promise((resolve) => {
    const call = get(`${url}/q/${code}`, { agent, headers, timeout: 10_000 }, (answer) => {
      answer.resume().once('close', () => {
        if (answer.complete && answer.statusCode === 302) led += 1
        times.push(performance.now() - due)
        resolve()
      })
    })
    call.once('timeout', () => call.destroy())
    call.once('error', () => resolve())
  })
}

const begun = performance.now()
const open: Promise<void>[] = []
for (let due = begun, sent = 0; sent < amount; sent += 1) {
  due -= (Math.log(1 - Math.random()) * 1000) / Number(perSecond)
  while (performance.now() < due) await sleep(1)
  open.push(scan(codes[sent % codes.length] ?? '', due))
}
await Promise.all(open)
const took = (performance.now() - begun) / 1000
const at = (share: number) => Math.round(quantile(times, share))
console.log(
  JSON.stringify({ led, failed: amount - led, perSecond: Math.round(amount / took), p50: at(0.5), p99: at(0.99) }),
)

import { setTimeout as sleep } from 'node:timers/promises'
import { quantile } from './quantile.ts'

// Reads a page again and again, in its own process, so that nothing else delays the clock: page-times.ts <url> <milliseconds>
const [url = '', milliseconds = ''] = process.argv.slice(2)

// What is compiled on first use is not measured.
for (let warmUp = 0; warmUp < 200; warmUp += 1) await (await fetch(url)).arrayBuffer()
const times: number[] = []
for (const end = performance.now() + Number(milliseconds); performance.now() < end; await sleep(5)) {
  const begun = performance.now()
  await (await fetch(url)).arrayBuffer()
  times.push(performance.now() - begun)
}
console.log(JSON.stringify({ p99: quantile(times, 0.99) }))

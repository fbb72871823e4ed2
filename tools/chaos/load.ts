import { randomUUID } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { storeManyLeads } from '../load/many-leads.ts'
import { answers } from '../product/index.ts'
import { root } from '../product/paths.ts'
import { firstOf } from './callers.ts'
import type { Fault } from './fault.ts'
import { memoryOf } from './held-memory.ts'
import { faketime, signIn } from './instances.ts'
import { readyLimitMs, type Stage } from './stage.ts'

const many = 100_000

const post = (url: string) =>
  fetch(`${url}/api/leads`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ firstName: 'D', lastName: 'E', email: 'd@example.com', leadSource: 'A', source: 'B' }),
  })

/** Stores many leads and removes them again. Meanwhile nothing is sent to the CRM, which would take hours for them. */
async function withManyLeads(stage: Stage, work: () => Promise<void>): Promise<void> {
  await stage.query("update crm_state set staff_paused_at = now(), staff_paused_by = 'chaos'")
  await sleep(2000)
  try {
    await storeManyLeads(stage.database.url(), many)
    await work()
  } finally {
    await stage.query("delete from lead where lead_source = 'Product Website'")
    await stage.query('update crm_state set staff_paused_at = null, staff_paused_by = null')
  }
}

/** The time that 99 of 100 leads take, sent one after the other until this ends. */
async function p99While(url: string, work: Promise<unknown>): Promise<number> {
  const over = new AbortController()
  const ended = work.finally(() => over.abort())
  const times: number[] = []
  while (!over.signal.aborted) {
    const begun = performance.now()
    await (await post(url)).arrayBuffer()
    times.push(performance.now() - begun)
    await sleep(10)
  }
  await ended
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0
}

export const loadFaults: Fault[] = [
  {
    id: 'R41',
    name: '100,000 leads fail in one transaction and are all retried',
    underLoad: false,
    async strike(stage, findings) {
      const { url } = firstOf(stage)
      const headers = { cookie: await signIn(url) }
      await withManyLeads(stage, async () => {
        const begun = performance.now()
        await stage.query(
          "update lead set status = 'sync_failed', crm_enqueued_at = now() where lead_source = 'Product Website'",
        )
        findings.figure(`changed in ${((performance.now() - begun) / 1000).toFixed(0)} s`)
        let [calls, requeued, remaining] = [0, 0, many]
        while (remaining > 0 && calls < 200) {
          const answer = await fetch(`${url}/api/admin/leads/retry-sync`, { method: 'POST', headers })
          findings.failUnless(answer.status === 200, `the retry answered ${answer.status}`)
          if (answer.status !== 200) return
          const batch = (await answer.json()) as { requeued: number; remaining: number }
          calls += 1
          requeued += batch.requeued
          remaining = batch.remaining
        }
        findings.failUnless(requeued === many, `${requeued} were queued again`)
        findings.figure(
          `${requeued} queued again in ${calls} calls, all in ${((performance.now() - begun) / 1000).toFixed(0)} s`,
        )
      })
    },
  },
  {
    id: 'R42',
    name: 'the clock of an instance is set back by 6 h while a caller has used up its writes',
    underLoad: false,
    async strike(stage, findings) {
      if (!existsSync(faketime)) return findings.figure('not injected: no libfaketime here (apt-get install faketime)')
      const clock = path.join(stage.folder, 'clock')
      writeFileSync(clock, '+0')
      const faked = { LD_PRELOAD: faketime, FAKETIME_TIMESTAMP_FILE: clock, FAKETIME_NO_CACHE: '1' }
      const limits = { RATE_LIMIT_WRITES_PER_MINUTE: '5', TRUST_PROXY: '', RUN_WORKER: 'false' }
      const off = await stage.startInstance({ ...faked, FAKETIME_DONT_FAKE_MONOTONIC: '1', ...limits })
      try {
        if (!(await answers(`${off.url}/readyz`, readyLimitMs))) throw new Error('The instance did not start')
        for (let write = 0; write < 8; write += 1) await post(off.url)
        writeFileSync(clock, '-6h')
        const refused = await post(off.url)
        const seconds = Number(refused.headers.get('retry-after'))
        findings.failUnless(refused.status === 429, `a write beyond the limit answered ${refused.status}`)
        findings.failUnless(seconds <= 60, `the caller is told to wait for ${seconds} s`)
        findings.figure(`the caller waits for ${seconds} s`)
      } finally {
        await off.process.stop()
      }
    },
  },
  {
    id: 'R43',
    name: 'a table is gone for a while',
    underLoad: false,
    async strike(stage, findings) {
      const { url } = firstOf(stage)
      const statusOf = async (probe: string) => (await fetch(`${url}/${probe}`)).status
      await stage.query('alter table staff_session rename to gone')
      try {
        findings.failUnless((await statusOf('readyz')) === 503, 'an instance without a table is ready')
        findings.failUnless((await statusOf('healthz')) === 200, 'liveness is not 200')
      } finally {
        await stage.query('alter table gone rename to staff_session')
      }
      findings.failUnless((await statusOf('readyz')) === 200, 'the instance is not ready with all its tables')
      await stage.untilReady()
    },
  },
  {
    id: 'R44',
    name: 'an error that nobody catches, with 50 leads in flight',
    underLoad: false,
    async strike(stage, findings) {
      const crash = path.join(root, 'apps/api/test/crash-on-signal.ts')
      const own = await stage.startInstance({ NODE_OPTIONS: `--import ${crash}`, DRAIN_SECONDS: '1' })
      try {
        if (!(await answers(`${own.url}/readyz`, readyLimitMs))) throw new Error('The instance did not start')
        const pid = own.process.pid() ?? 0
        const sent = Array.from({ length: 50 }, () => post(own.url).then(({ status }) => status))
        process.kill(pid, 'SIGUSR2')
        const statuses = await Promise.all(sent.map((one) => one.catch(() => 0)))
        findings.failUnless(
          statuses.every((status) => status === 201),
          `leads in flight were answered ${[...new Set(statuses)].join()}`,
        )
        while (own.process.pid() === pid) await sleep(50)
        findings.failUnless(await answers(`${own.url}/readyz`, readyLimitMs), 'it did not come back')
        findings.failUnless(!stage.log().includes('dana@example.com'), "the error's message is in the log")
      } finally {
        await own.process.stop()
      }
    },
  },
  {
    id: 'R46',
    name: 'five exports of 100,000 rows at once',
    underLoad: false,
    async strike(stage, findings) {
      const { url, process: own } = firstOf(stage)
      const headers = { cookie: await signIn(url) }
      const pid = own.pid() ?? 0
      await withManyLeads(stage, async () => {
        const idle = await p99While(url, sleep(8000))
        const before = memoryOf(pid)
        let peak = before
        const watch = setInterval(() => (peak = Math.max(peak, memoryOf(pid))), 100)
        const files = Array.from({ length: 5 }, async () => {
          const file = await (await fetch(`${url}/api/admin/leads/export`, { headers })).text()
          return file.split('\r\n').length
        })
        const busy = await p99While(url, Promise.all(files))
        clearInterval(watch)
        const lines = await Promise.all(files)
        findings.failUnless(
          lines.every((count) => count > many),
          `files of ${lines.join()} lines`,
        )
        findings.failUnless(peak - before <= 40, `the process grew by ${Math.round(peak - before)} MiB`)
        findings.failUnless(busy <= 2 * idle + 5, `99 of 100 leads took ${busy.toFixed(0)} ms, ${idle.toFixed(0)} idle`)
        findings.figure(
          `${Math.round(peak - before)} MiB more; p99 of a lead ${busy.toFixed(0)} ms, idle ${idle.toFixed(0)}`,
        )
      })
    },
  },
]

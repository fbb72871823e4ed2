import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { killTree } from '../load/processes.ts'
import { answers } from '../product/index.ts'
import { hasBalancer } from './balancer.ts'
import type { Fault } from './fault.ts'
import { type Instance, owner, readyLimitMs, type Stage } from './stage.ts'

export const faketime = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'

export const instanceOf = (stage: Stage, index: number): Instance => {
  const instance = stage.instances[index]
  if (!instance) throw new Error('There are two instances')
  return instance
}

/** Waits until a stopped process has exited and another one is ready in its place. */
export async function untilReplaced({ process: own, url }: Instance, pid: number | undefined): Promise<void> {
  const since = Date.now()
  while (own.pid() === pid) {
    if (Date.now() - since > readyLimitMs) throw new Error(`${url} does not end`)
    await sleep(50)
  }
  if (!(await answers(`${url}/readyz`, readyLimitMs))) throw new Error(`${url} did not come back`)
}

export async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(owner),
  })
  const cookies = answer.headers.getSetCookie()
  for (const cookie of cookies) {
    const expires = /expires=([^;]+)/i.exec(cookie)?.[1]
    if (expires && Date.parse(expires) < Date.now()) throw new Error('A cookie that has expired already')
  }
  return cookies.map((cookie) => cookie.split(';')[0]).join('; ')
}

const skewed = (days: string): Fault => ({
  id: 'R33',
  name: `the clock of one instance is ${days} days off`,
  underLoad: false,
  async strike(stage, findings) {
    if (!existsSync(faketime)) return findings.figure('not injected: no libfaketime here (apt-get install faketime)')
    const extra = { LD_PRELOAD: faketime, FAKETIME: `${days}d`, FAKETIME_DONT_FAKE_MONOTONIC: '1', RUN_WORKER: 'false' }
    const off = await stage.startInstance(extra)
    try {
      if (!(await answers(`${off.url}/readyz`, readyLimitMs))) throw new Error('The skewed instance did not start')
      const right = instanceOf(stage, 0)
      const statusOf = async (url: string, cookie: string) =>
        (await fetch(`${url}/api/auth/user`, { headers: { cookie } })).status
      const here = await signIn(right.url)
      const there = await signIn(off.url)
      findings.failUnless(
        (await statusOf(off.url, here)) === 200,
        'the instance with the wrong clock refuses a valid session',
      )
      findings.failUnless(
        (await statusOf(right.url, there)) === 200,
        'a session from the instance with the wrong clock is refused',
      )
      findings.failUnless((await statusOf(right.url, here)) === 200, 'the session was ended')
      const lead = { firstName: 'Dana', lastName: 'Example', email: 'clock@example.com', leadSource: 'A', source: 'B' }
      const stored = await fetch(`${off.url}/api/leads`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(lead),
      })
      // The contract's Receipt.
      const { createdAt } = (await stored.json()) as { createdAt: string }
      const ageSeconds = Math.abs(Date.now() - Date.parse(createdAt)) / 1000
      findings.failUnless(ageSeconds < 60, `a lead is ${Math.round(ageSeconds)} s old when it is created`)
      findings.figure('times come from the database')
    } finally {
      await off.process.stop()
    }
  },
})

const needBalancer = (fault: Fault): Fault =>
  hasBalancer
    ? fault
    : {
        ...fault,
        underLoad: false,
        strike: async (_stage, findings) => findings.figure('not injected: no haproxy here (apt-get install haproxy)'),
      }

export const instanceFaults: Fault[] = [
  {
    id: 'R01',
    name: 'every instance killed 3 times, started again',
    underLoad: true,
    async strike(stage, findings) {
      let longest = 0
      for (let kill = 0; kill < 3; kill += 1) {
        await sleep(1500)
        const pids = stage.instances.map(({ process: own }) => own.pid())
        const since = Date.now()
        for (const pid of pids) killTree(pid ?? 0)
        for (const [index, pid] of pids.entries()) await untilReplaced(instanceOf(stage, index), pid)
        longest = Math.max(longest, Date.now() - since)
      }
      findings.figure(`down for ${longest} ms at most`)
    },
  },
  needBalancer({
    id: 'R02',
    name: 'kill -9 of one of two instances, 3 times',
    underLoad: true,
    async strike(stage, findings, crowd) {
      for (let kill = 0; kill < 3; kill += 1) {
        await sleep(1500)
        const victim = instanceOf(stage, kill % 2)
        const pid = victim.process.pid()
        killTree(pid ?? 0)
        await untilReplaced(victim, pid)
      }
      await sleep(1000)
      findings.failUnless(crowd.failedReads() === 0, `${crowd.failedReads()} reads failed`)
    },
  }),
  needBalancer({
    id: 'R03',
    name: 'rolling restart of both by SIGTERM, twice',
    underLoad: true,
    async strike(stage, findings, crowd) {
      for (let round = 0; round < 4; round += 1) {
        await sleep(1000)
        const instance = instanceOf(stage, round % 2)
        const pid = instance.process.pid()
        if (pid) process.kill(pid, 'SIGTERM')
        await untilReplaced(instance, pid)
        // The load balancer notices at its next health check.
        await sleep(1000)
      }
      const { 201: stored = 0, ...others } = await crowd.statuses()
      findings.failUnless(crowd.failedReads() === 0, `${crowd.failedReads()} reads failed`)
      findings.failUnless(Object.keys(others).length === 0, `writes were answered ${JSON.stringify(others)}`)
      findings.figure(`${stored} writes at once`)
    },
  }),
  needBalancer({
    id: 'R31',
    name: 'one instance hangs for 6 s (SIGSTOP)',
    underLoad: true,
    async strike(stage, findings, crowd) {
      await sleep(1500)
      const pid = instanceOf(stage, 0).process.pid() ?? 0
      process.kill(pid, 'SIGSTOP')
      await sleep(6000)
      process.kill(pid, 'SIGCONT')
      await sleep(3000)
      findings.failUnless(crowd.failedReads() === 0, `${crowd.failedReads()} reads failed`)
      findings.failUnless(instanceOf(stage, 0).process.pid() === pid, 'the instance restarted')
    },
  }),
  skewed('+2'),
  skewed('-2'),
]

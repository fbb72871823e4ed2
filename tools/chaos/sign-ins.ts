import { spawn } from 'node:child_process'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from './fault.ts'

const atOnce = 100
const measuredMs = 6_000
/** What a page may take while the machine does nothing else. On a busy machine it may take twice what it takes alone. */
const limitMs = 50

/** Resolves with the milliseconds that 99 of 100 reads of a page stayed below. */
async function pageTime(url: string): Promise<number> {
  const script = path.join(import.meta.dirname, '../load/page-times.ts')
  const reader = spawn(process.execPath, [script, url, String(measuredMs)], { stdio: ['ignore', 'pipe', 'inherit'] })
  // What page-times.ts prints.
  const { p99 } = JSON.parse(await text(reader.stdout)) as { p99: number }
  return p99
}

/** Tries to sign in with a wrong password, as somebody at an address of their own. */
async function signIn(url: string, address: string): Promise<{ status: number; isToldWhen: boolean }> {
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'x-forwarded-for': address },
    body: new URLSearchParams({ email: 'owner@example.com', password: 'not the password' }),
  })
  await answer.arrayBuffer()
  return { status: answer.status, isToldWhen: answer.headers.has('retry-after') }
}

export const signInFaults: Fault[] = [
  {
    id: 'R50',
    name: `${atOnce} sign-ins at any moment`,
    underLoad: false,
    async strike(stage, findings) {
      const [{ url } = { url: '' }] = stage.instances
      const page = `${url}/print/faq`
      const alone = await pageTime(page)
      const answers: Awaited<ReturnType<typeof signIn>>[] = []
      const over = new AbortController()
      const crowd = Array.from({ length: atOnce }, async (_, n) => {
        while (!over.signal.aborted) {
          const answer = await signIn(url, `10.${n}.0.1`)
          answers.push(answer)
          if (answer.status === 503) await sleep(1_000)
        }
      })
      await sleep(1_000)
      const crowded = await pageTime(page)
      over.abort()
      await Promise.all(crowd)
      const statuses = [...new Set(answers.map(({ status }) => status))].sort((a, b) => a - b)
      findings.figure(
        `a page: p99 ${Math.round(crowded)} ms, alone ${Math.round(alone)} ms; sign-ins: ${statuses.join()}`,
      )
      findings.failUnless(crowded <= Math.max(limitMs, 2 * alone), `a page took ${Math.round(crowded)} ms`)
      findings.failUnless(
        statuses.every((status) => [401, 429, 503].includes(status)),
        `sign-ins were answered ${statuses.join()}`,
      )
      findings.failUnless(statuses.includes(503), 'no sign-in was turned away')
      findings.failUnless(
        answers.every(({ status, isToldWhen }) => status === 401 || isToldWhen),
        'somebody who was turned away was not told when to come back',
      )
    },
  },
]

import { setTimeout as sleep } from 'node:timers/promises'
import { killTree } from '../load/processes.ts'
import type { Fault } from './fault.ts'
import type { Findings } from './findings.ts'
import { instanceOf, signIn, untilReplaced } from './instances.ts'
import type { Stage } from './stage.ts'

const perSecond = 100
const longestWaitMs = 90_000
const headers = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15' }

/** People who scan one code, and what they were answered. */
class Scans {
  /** How many were led on to the target. */
  led = 0
  /** How many have no answer: nobody knows whether they were counted. */
  unknown = 0
  readonly #others: string[] = []
  readonly #code: string

  constructor(code: string) {
    this.#code = code
  }

  async scan(url: string): Promise<void> {
    const answer = await fetch(`${url}/q/${this.#code}`, { redirect: 'manual', headers }).catch(() => undefined)
    const location = answer?.headers.get('location')
    if (location?.includes(`m=${this.#code}`)) this.led += 1
    else if (answer) this.#others.push(`${answer.status} ${location}`)
    else this.unknown += 1
  }

  /** Scans at each of these instances in turn. */
  async during(urls: string[], seconds: number): Promise<void> {
    const open: Promise<void>[] = []
    for (let sent = 0; sent < perSecond * seconds; sent += 1) {
      open.push(this.scan(urls[sent % urls.length] ?? ''))
      await sleep(1000 / perSecond)
    }
    await Promise.all(open)
  }

  report(findings: Findings): void {
    findings.failUnless(this.#others.length === 0, `${this.#others.length} scans led elsewhere: ${this.#others[0]}`)
    findings.figure(`${this.led} scans`)
  }
}

async function makeLink(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/admin/campaign-links`, {
    method: 'POST',
    headers: { cookie: await signIn(url), origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ target: '/print', label: 'Chaos', campaign: 'Chaos', piece: null, isEnded: false }),
  })
  // The contract's CampaignLink.
  const { code } = (await answer.json()) as { code: string }
  return code
}

async function countOf(stage: Stage, code: string): Promise<number> {
  const rows = await stage.query<{ people: number }>(
    'select coalesce(sum(people + bots), 0)::int as people from campaign_scan_day where code = $1',
    [code],
  )
  return rows[0]?.people ?? 0
}

/** Waits until all scans are counted, and then long enough for one that is counted twice to show. */
async function settledCount(stage: Stage, code: string, expected: number): Promise<number> {
  const since = Date.now()
  while ((await countOf(stage, code)) < expected && Date.now() - since < longestWaitMs) await sleep(200)
  await sleep(3_000)
  return countOf(stage, code)
}

export const scanFaults: Fault[] = [
  {
    id: 'R60',
    name: 'codes are scanned while PostgreSQL is away and an instance is killed',
    underLoad: false,
    async strike(stage, findings) {
      const [first, second] = [instanceOf(stage, 0), instanceOf(stage, 1)]
      const urls = [first.url, second.url]
      const code = await makeLink(first.url)
      const scans = new Scans(code)
      // The second instance looks for a code that it does not know yet.
      await scans.during(urls, 3)
      await stage.database.stop()
      await scans.during(urls, 5)
      // Its scans of the last second are in its file by then.
      await sleep(2_500)
      const pid = first.process.pid()
      if (pid) killTree(pid)
      await scans.during([second.url], 3)
      await stage.startDatabase()
      await untilReplaced(first, pid)
      await stage.untilReady()
      await scans.during(urls, 2)
      const counted = await settledCount(stage, code, scans.led)
      findings.failUnless(counted === scans.led, `${counted} of ${scans.led} scans are counted`)
      scans.report(findings)
    },
  },
]

import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { childrenOf, killTree } from '../load/processes.ts'
import { type Answer, post, share } from '../print/callers.ts'
import { firstPiece, postcardBody } from '../print/pieces.ts'
import type { Supervised } from '../product/supervisor.ts'
import type { Fault } from './fault.ts'
import type { Findings } from './findings.ts'
import type { Stage } from './stage.ts'

/** A lease of half a minute, a new start of the renderer, and the proofs themselves. */
const madeLimitMs = 120_000

/** What a caller who waits may be answered while something is broken: the proof, its address, or to come again. */
const allowed = new Set([200, 202, 503])

async function until(isDone: () => Promise<boolean> | boolean, limitMs: number): Promise<boolean> {
  for (const since = Date.now(); Date.now() - since < limitMs; await sleep(100)) if (await isDone()) return true
  return false
}

const countOf = async (stage: Stage, condition: string): Promise<number> => {
  const [row] = await stage.query<{ count: number }>(
    `select count(*)::int as count from print_proof where ${condition}`,
  )
  return row?.count ?? 0
}

async function lead(stage: Stage): Promise<Answer> {
  const body = { firstName: 'Dana', lastName: 'Example', email: 'd@example.com', leadSource: 'Chaos', source: 'Chaos' }
  return post(stage.front, '/api/leads', JSON.stringify(body))
}

/** Below this many milliseconds, a ratio says more about the machine than about the API. */
const unmovedMs = 20

async function leadTimes(stage: Stage, count: number): Promise<number[]> {
  const times: number[] = []
  for (let sent = 0; sent < count; sent += 1) times.push((await lead(stage)).ms)
  return times
}

interface Scene {
  renderer: Supervised
  /** Asks for a proof and waits for it. */
  ask: () => Promise<Answer>
}

/** A renderer of its own, with a queue that is empty and a first proof that is made. */
const withRenderer = (
  id: string,
  name: string,
  strike: (stage: Stage, findings: Findings, scene: Scene) => Promise<void>,
): Fault => ({
  id,
  name,
  underLoad: false,
  async strike(stage, findings) {
    await stage.query('delete from print_proof')
    let piece = firstPiece()
    const renderer = stage.startRenderer()
    try {
      const isThere = () => stage.query('select 1 from print_renderer').then((rows) => rows.length > 0)
      findings.failUnless(await until(isThere, 60_000), 'the renderer does not start')
      const ask = () => post(stage.front, '/v1/postcards', postcardBody((piece += 1), true))
      findings.failUnless((await ask()).status === 200, 'a first proof is not made')
      await strike(stage, findings, { renderer, ask })
    } finally {
      await renderer.stop()
      rmSync(stage.rendererTmp, { recursive: true, force: true })
      await stage.query('delete from print_proof; delete from print_renderer')
    }
  },
})

/** Each proof is made once, whoever began it, and every caller was told the truth. */
async function allMadeOnce(stage: Stage, findings: Findings, answers: readonly Answer[]): Promise<void> {
  const since = Date.now()
  const wrong = answers.filter(({ status }) => !allowed.has(status)).map(({ status }) => status)
  findings.failUnless(wrong.length === 0, `callers were answered ${wrong.join(', ')}`)
  const isMade = await until(async () => (await countOf(stage, `status = 'rendering'`)) === 0, madeLimitMs)
  findings.failUnless(isMade, `${await countOf(stage, `status = 'rendering'`)} proofs are never finished`)
  findings.failUnless(
    (await countOf(stage, `status = 'failed'`)) === 0,
    `${await countOf(stage, `status = 'failed'`)} proofs failed`,
  )
  const told = answers.filter(({ status }) => status === 200 || status === 202).length
  // And the one before the fault.
  findings.failUnless((await countOf(stage, `status = 'ready'`)) === told + 1, 'a proof is missing, or made twice')
  const files = readdirSync(stage.files, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  findings.failUnless(!files.some(({ name }) => name.endsWith('.part')), 'a file is left half written')
  findings.figure(`${told} proofs, all made ${((Date.now() - since) / 1000).toFixed(0)} s after the answers`)
}

const inWork = (stage: Stage) =>
  until(async () => (await countOf(stage, 'claimed_until > now() and pdf_hash is null')) > 0, 20_000)

export const printFaults: Fault[] = [
  withRenderer(
    'R53',
    'kill -9 of the renderer in the middle of proofs, twice',
    async (stage, findings, { renderer, ask }) => {
      const answers: Promise<Answer>[] = []
      const quiet = await leadTimes(stage, 100)
      const leads: number[] = []
      for (let kill = 0; kill < 2; kill += 1) {
        answers.push(...Array.from({ length: 4 }, ask))
        findings.failUnless(await inWork(stage), 'no proof was in work to be killed')
        const pid = renderer.pid()
        killTree(pid ?? 0)
        leads.push(...(await leadTimes(stage, 100)))
        await until(() => renderer.pid() !== pid, 20_000)
      }
      const [before, meanwhile] = [share(quiet, 0.95), share(leads, 0.95)]
      const said = `a lead took ${meanwhile.toFixed(0)} ms meanwhile and ${before.toFixed(0)} ms before, p95`
      findings.figure(said)
      findings.failUnless(meanwhile <= Math.max(2 * before, unmovedMs), said)
      await allMadeOnce(stage, findings, await Promise.all(answers))
    },
  ),

  withRenderer(
    'R54',
    'the browser of the renderer is killed 3 times in the middle of layouts',
    async (stage, findings, { renderer, ask }) => {
      const answers = Array.from({ length: 8 }, ask)
      const pid = renderer.pid()
      for (let kill = 0; kill < 3; kill += 1) {
        await inWork(stage)
        for (const child of childrenOf(renderer.pid() ?? 0)) killTree(child)
        await sleep(1_500)
      }
      await allMadeOnce(stage, findings, await Promise.all(answers))
      findings.failUnless(renderer.pid() === pid, 'the renderer restarted')
    },
  ),

  withRenderer(
    'R59',
    'the browser of the renderer is killed, and cannot be started again for 10 s',
    async (stage, findings, { renderer, ask }) => {
      const answers = Array.from({ length: 4 }, ask)
      const pid = renderer.pid()
      findings.failUnless(await inWork(stage), 'no proof was in work when the browser ended')
      const away = `${stage.rendererTmp}-away`
      renameSync(stage.rendererTmp, away)
      for (const child of childrenOf(pid ?? 0)) killTree(child)
      const isAnother = await until(() => renderer.pid() !== pid, 20_000)
      findings.failUnless(isAnother, 'the renderer goes on without a browser')
      findings.failUnless((await lead(stage)).status === 201, 'a lead is refused because of a browser')
      await sleep(5_000)
      const taken = await countOf(stage, `status = 'rendering' and attempts > 1`)
      findings.failUnless(taken === 0, `${taken} proofs were charged an attempt`)
      renameSync(away, stage.rendererTmp)
      await allMadeOnce(stage, findings, await Promise.all(answers))
    },
  ),

  withRenderer('R55', 'the disk of the print files is full for 8 s', async (stage, findings, { ask }) => {
    mkdirSync(stage.files, { recursive: true })
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'full', stage.files]).status === 0
    if (!mounted) return findings.figure('not injected: only root may mount a small disk')
    const answers = Array.from({ length: 3 }, ask)
    try {
      await sleep(8_000)
      findings.failUnless(
        (await lead(stage)).status === 201,
        'a lead is refused because of a disk that it does not need',
      )
    } finally {
      spawnSync('umount', ['--lazy', stage.files])
    }
    const told = (await Promise.all(answers)).map(({ status }) => status)
    findings.failUnless(
      told.every((status) => allowed.has(status)),
      `callers were answered ${told.join(', ')}`,
    )
    await until(async () => (await countOf(stage, `status = 'rendering'`)) === 0, madeLimitMs)
    const codes = await stage.query<{ code: string }>(
      `select distinct failure_code as code from print_proof where status = 'failed'`,
    )
    findings.failUnless(
      codes.every(({ code }) => code === 'storage_failed'),
      `they failed with ${codes.map(({ code }) => code).join()}`,
    )
    findings.failUnless((await ask()).status === 200, 'there is room again, and the next proof is not made')
    findings.figure(
      `${await countOf(stage, `status = 'ready'`)} made, ${await countOf(stage, `status = 'failed'`)} failed and said so`,
    )
  }),
]

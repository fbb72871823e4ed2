import { setTimeout as sleep } from 'node:timers/promises'
import { median } from './load/quantile.ts'
import { table } from './load/table.ts'
import { atRate, endCalls, post, share } from './print/callers.ts'
import { barePages, run, wholeProofs } from './print/engine-sides.ts'
import { firstPiece, postcardBody } from './print/pieces.ts'
import { type PrintProduct, startPrintProduct } from './print/product.ts'
import { reactPdf } from './print/react-pdf-side.ts'
import { say } from './product/say.ts'

// What a proof costs beside the least that Chromium must do for it, and how long callers wait. The sides alternate within
// one run, so that other load on the machine affects all alike. BENCH_PART=engine or BENCH_PART=product runs one half.
const rounds = Number(process.env.BENCH_ROUNDS || 5)
const perRound = Number(process.env.BENCH_PROOFS || 12)
const waitingSeconds = Number(process.env.BENCH_WAITING_SECONDS || 45)
const crowdSeconds = Number(process.env.BENCH_CROWD_SECONDS || 10)
/** As many as fit into the seconds of the crowd. */
const leadsPerRound = 40 * crowdSeconds
const leadPauseMs = 20
/** Sent without a pause, alone and in the moment in which a crowd begins, in turn: one burst alone varies by a tenth. */
const burst = 200
const bursts = 7
const part = process.env.BENCH_PART
/** Whether the renderer lives in the process of the API, as with `npm start`: BENCH_FORM=one or apart runs one form. */
const forms = { one: [true], apart: [false] }[process.env.BENCH_FORM ?? ''] ?? [true, false]
const goals = { ratio: 0.6, waitingP95: 700, first: 3_000, crowdP95: 50, leads: 1.1 }

let piece = firstPiece()
const figures: { figure: string; value: string; goal: string; verdict: string }[] = []
const note = (figure: string, value: number, unit: string, goal?: { most?: number; least?: number }) => {
  const isMet = !goal || (value <= (goal.most ?? Infinity) && value >= (goal.least ?? -Infinity))
  figures.push({
    figure,
    value: `${value.toFixed(unit === 'ms' ? 0 : 2)}${unit && ` ${unit}`}`,
    goal: goal ? (goal.most === undefined ? `at least ${goal.least}` : `at most ${goal.most}`) : '',
    verdict: goal ? (isMet ? 'passed' : 'MISSED') : '',
  })
}

async function compareSides(): Promise<void> {
  const whole = await wholeProofs()
  const sides = [whole, await barePages(), reactPdf()].map((side) => ({
    side,
    times: [] as number[],
    all: [] as number[],
  }))
  try {
    for (const { side } of sides) await run(side, piece, perRound)
    for (const times of Object.values(whole.spans)) times.length = 0
    for (let round = 1; round <= rounds; round += 1) {
      say(`Round ${round} of ${rounds}: ${sides.length} sides, ${perRound} two-sided postcards each`)
      for (const one of sides) {
        const { times, all } = await run(one.side, (piece += perRound), perRound)
        one.times.push(...times)
        one.all.push(all)
      }
    }
    const perSecond = sides.map(({ all }) => (1000 * perRound) / median(all))
    console.log(
      `\n${table(
        sides.map(({ side, times }, index) => ({
          side: side.label,
          'a second': perSecond[index]?.toFixed(2) ?? '',
          'p50 ms': median(times).toFixed(0),
          'p95 ms': share(times, 0.95).toFixed(0),
        })),
      )}\n`,
    )
    const steps = Object.entries(whole.spans).map(([step, times]) => ({ step, 'p50 ms': median(times).toFixed(1) }))
    console.log(`${table(steps)}\n`)
    const [ours = 0, bare = 1, reactPdfRate = 1] = perSecond
    note('whole proofs a second / bare page.pdf() a second', ours / bare, '', { least: goals.ratio })
    note('whole proofs a second / @react-pdf/renderer a second', ours / reactPdfRate, '')
  } finally {
    for (const { side } of sides) await side.close()
  }
}

const leadBody = JSON.stringify({
  firstName: 'Dana',
  lastName: 'Example',
  email: 'dana@example.com',
  leadSource: 'Bench',
  source: 'Main Website',
})

async function postLeads(port: number, count: number, pauseMs = leadPauseMs): Promise<number[]> {
  const times = []
  for (let sent = 0; sent < count; sent += 1) {
    const { status, ms } = await post(port, '/api/leads', leadBody)
    if (status !== 201) throw new Error(`POST /api/leads answered ${status}`)
    times.push(ms)
    if (pauseMs > 0) await sleep(pauseMs)
  }
  return times
}

const ask = (port: number, waits: boolean) => post(port, '/v1/postcards', postcardBody((piece += 1), waits))

async function untilDrained({ db }: PrintProduct): Promise<{ seconds: number; failed: number }> {
  const begun = Date.now()
  for (;;) {
    const { rows } = await db.query<{ waiting: number; failed: number }>(
      `select count(*) filter (where status = 'rendering')::int as waiting,
              count(*) filter (where status = 'failed')::int as failed from print_proof`,
    )
    if (rows[0]?.waiting === 0) return { seconds: (Date.now() - begun) / 1000, failed: rows[0].failed }
    await sleep(500)
  }
}

/** Leads without a pause, alone and as a crowd of a second begins. Each round waits until the crowd's proofs are made. */
async function burstsInTurn(product: PrintProduct): Promise<{ alone: number[]; beside: number[] }> {
  const alone: number[] = []
  const beside: number[] = []
  for (let round = 1; round <= bursts; round += 1) {
    alone.push(...(await postLeads(product.port, burst, 0)))
    const crowd = atRate(100, 1, () => ask(product.port, false))
    beside.push(...(await postLeads(product.port, burst, 0)))
    await crowd
    await untilDrained(product)
  }
  return { alone, beside }
}

async function measureCallers(rendersHere: boolean): Promise<void> {
  const form = rendersHere ? 'one process' : 'renderer apart'
  const product = await startPrintProduct({ rendersHere })
  try {
    const first = await ask(product.port, true)
    if (first.status !== 200) throw new Error(`The first proof was answered ${first.status}\n${product.said()}`)
    note(`${form}: first waiting DryRun after a start`, first.ms, 'ms', { most: goals.first })
    for (let warm = 0; warm < 6; warm += 1) await ask(product.port, true)

    say(`${form}: 2 waiting DryRuns a second for ${waitingSeconds} s`)
    const waited = await atRate(2, waitingSeconds, () => ask(product.port, true))
    const times = waited.map(({ ms }) => ms)
    note(
      `${form}: waiting DryRuns answered otherwise than 200`,
      waited.filter(({ status }) => status !== 200).length,
      '',
      {
        most: 0,
      },
    )
    note(`${form}: waiting DryRun at 2 a second, p50`, median(times), 'ms')
    note(`${form}: waiting DryRun at 2 a second, p95`, share(times, 0.95), 'ms', { most: goals.waitingP95 })

    say(`${form}: 100 a second without waiting for ${crowdSeconds} s, and leads meanwhile`)
    await postLeads(product.port, leadsPerRound)
    const begun = await burstsInTurn(product)
    const alone = await postLeads(product.port, leadsPerRound)
    const crowd = atRate(100, crowdSeconds, () => ask(product.port, false))
    const beside = await postLeads(product.port, leadsPerRound)
    const answers = await crowd
    note(`${form}: 100 a second, answers other than 202`, answers.filter(({ status }) => status !== 202).length, '', {
      most: 0,
    })
    note(
      `${form}: 100 a second, p95 of the answer`,
      share(
        answers.map(({ ms }) => ms),
        0.95,
      ),
      'ms',
      { most: goals.crowdP95 },
    )
    note(
      `${form}: leads without a pause as the crowd begins / alone, p50`,
      median(begun.beside) / median(begun.alone),
      '',
      {
        most: goals.leads,
      },
    )
    note(`${form}: a lead beside them / alone, p50`, median(beside) / median(alone), '', { most: goals.leads })
    const drawing = await postLeads(product.port, leadsPerRound)
    note(`${form}: a lead while the queue drains / alone, p50`, median(drawing) / median(alone), '', {
      most: goals.leads,
    })
    const { seconds, failed } = await untilDrained(product)
    note(`${form}: the queue of ${answers.length} drains in`, seconds, 's')
    note(`${form}: proofs that failed`, failed, '', { most: 0 })
  } finally {
    await product.stop()
  }
}

try {
  if (part !== 'product') await compareSides()
  if (part !== 'engine') for (const rendersHere of forms) await measureCallers(rendersHere)
  console.log(`\n${table(figures)}\n`)
  if (figures.some(({ verdict }) => verdict === 'MISSED')) process.exitCode = 1
} finally {
  endCalls()
}

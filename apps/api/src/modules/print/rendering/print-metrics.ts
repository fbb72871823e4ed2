import { Counter, Histogram, type Registry } from 'prom-client'
import { stateGauges } from '../../../metrics/metrics.ts'
import type { OpenRenderer } from './open-renderer.ts'

/** The browser's counters, with the names and descriptions of their metrics. */
const counters = [
  ['layouts', 'print_layouts_total', 'Documents that the browser laid out'],
  ['recycledPages', 'print_recycled_pages_total', 'Pages of the browser that were replaced'],
  ['recycledBrowsers', 'print_recycled_browsers_total', 'Browsers that were replaced'],
  ['refusedRequests', 'print_refused_requests_total', 'Requests of templates to a network, all of which are refused'],
] as const

export function measureRenderer(registry: Registry) {
  let watched: Pick<OpenRenderer, 'browser' | 'inWork'> | undefined
  const registers = [registry]
  const outcomes = new Counter({
    name: 'print_proofs_total',
    help: 'Attempts to make a proof, by outcome',
    labelNames: ['outcome'],
    registers,
  })
  const steps = new Histogram({
    name: 'print_step_duration_seconds',
    help: 'Time that a proof takes in each step, and in total',
    labelNames: ['step'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  })
  const runFiles = new Histogram({
    name: 'print_run_file_duration_seconds',
    help: 'Time that a file of a print run takes, by outcome',
    labelNames: ['outcome'],
    buckets: [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600],
    registers,
  })
  const { gauge } = stateGauges(registry, async () => watched)
  gauge('print_proofs_in_work', 'Proofs that this renderer is making', ({ inWork }) => inWork)
  gauge(
    'print_renderer_isolated',
    '1 while templates of customers may be rendered, 0 while only our own are',
    ({ browser }) => (browser.confinement.kind === 'isolated' ? 1 : 0),
  )
  for (const [count, name, help] of counters) {
    let reported = 0
    const counter = new Counter({
      name,
      help,
      registers,
      collect() {
        const now = watched ? watched.browser.counts[count] : reported
        counter.inc(Math.max(0, now - reported))
        reported = now
      },
    })
  }
  return {
    /** Records the outcome of an attempt, and the milliseconds of each step. */
    countOutcome: (outcome: string, spans: Record<string, number>) => {
      outcomes.inc({ outcome })
      for (const [step, ms] of Object.entries(spans)) steps.observe({ step }, ms / 1000)
    },
    countRunFile: (outcome: string, seconds: number) => runFiles.observe({ outcome }, seconds),
    /** Exposes the metrics of this renderer from now on. */
    watch: (renderer: typeof watched) => (watched = renderer),
  }
}

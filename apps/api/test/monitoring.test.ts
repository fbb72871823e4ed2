import { operationTable } from '@app/contract'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { measureApi } from '../src/api-metrics.ts'
import { collectDefaults, createMetrics } from '../src/metrics/metrics.ts'
import { measureRenderer } from '../src/modules/print/rendering/print-metrics.ts'
import { measureProduction } from '../src/modules/production/production-metrics.ts'
import { buildApp } from '../src/app.ts'
import { startApp } from './harness.ts'
import { dashboardQueries, labelsIn, metricsIn, rules } from './monitoring-files.ts'
import { startPrintApp } from './print.ts'
import { addPieces, bare, productionSteps } from './production.ts'

const asked = [...rules().map(({ expr }) => expr), ...dashboardQueries()]

/** Metrics of the API, the worker and the renderer as Prometheus scrapes them, with their labels. */
async function servedFigures(): Promise<Map<string, Set<string>>> {
  const { config, orm } = await startApp()
  const app = await buildApp(config, orm)
  const metrics = measureApi(app, orm, config.businessTimeZone)
  await app.inject('/healthz')
  metrics.countOutcome('synced')
  metrics.countMessage('sent')
  const ofRenderer = collectDefaults()
  const { countOutcome, countRunFile, watch } = measureRenderer(ofRenderer)
  countOutcome('ready', { total: 1 })
  countRunFile('ready', 1)
  const counts = { layouts: 1, recycledPages: 0, recycledBrowsers: 0, refusedRequests: 0 }
  watch({ browser: { confinement: { kind: 'isolated' }, counts }, inWork: 0 })
  const registries = [metrics.registry, createMetrics().registry, ofRenderer]
  const text = (await Promise.all(registries.map((registry) => registry.metrics()))).join('')
  await app.close()
  const served = new Map<string, Set<string>>()
  for (const [, name = '', labels = ''] of text.matchAll(/^([a-z_]\w*)(?:\{(.*)\})? /gm)) {
    const known = served.get(name) ?? new Set()
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label)
    served.set(name, known)
  }
  return served
}
const served = await servedFigures()

test('alerts and dashboard query existing metrics', () => {
  const recorded = rules().flatMap(({ record }) => record ?? [])
  // Prometheus adds `up`.
  const known = new Set([...served.keys(), ...recorded, 'up'])
  expect(asked.flatMap(metricsIn).filter((name) => !known.has(name))).toEqual([])
})

test.each(asked)('%s uses existing labels', (expression) => {
  const known = new Set(metricsIn(expression).flatMap((name) => [...(served.get(name) ?? [])]))
  // Prometheus adds job and instance.
  const added = ['job', 'instance']
  expect(labelsIn(expression).filter((label) => !known.has(label) && !added.includes(label))).toEqual([])
})

test('every metric of ours is used by an alert or the dashboard', () => {
  const watched = asked.flatMap(metricsIn).map((name) => name.replace(/_(bucket|count|sum)$/, ''))
  const own = [...served.keys()].filter((name) => /^(http|crm|database|message|print)_/.test(name))
  expect(own.length).toBeGreaterThan(5)
  expect(own.filter((name) => !watched.includes(name.replace(/_(bucket|count|sum)$/, '')))).toEqual([])
})

test('alerts and dashboard name existing routes', () => {
  const urls = operationTable.map(({ url }) => url)
  const patterns = [...asked.join().matchAll(/route=~?"([^"]+)"/g)].map(([, pattern = '']) => pattern)
  const alternatives = patterns.flatMap((pattern) => {
    const [, start = '', names = '', end = ''] = pattern.match(/^(.*)\((.*)\)(.*)$/) ?? [undefined, pattern, '', '']
    return names.split('|').map((name) => start + name + end)
  })
  expect(alternatives).toContain('/api/leads')
  expect(alternatives.filter((route) => !urls.some((url) => url === route))).toEqual([])
})

test('the production figures count live pieces and open runs', async () => {
  const { db, orm, asStaff, config } = await startPrintApp()
  const { created, spoil } = productionSteps({ db, asStaff })
  const { run, live, test: sandbox } = await created(bare(3))
  await spoil(run, { places: [1] })
  await db.query(`update print_run set created_at = now() - interval '20 minutes'`)
  await db.query(`update print_run_file set failure = 'attempts_exhausted'`)
  const ofEachKind = [
    ...bare(2, { changes: { due_on: '2020-01-01' } }, 10),
    ...bare(4, { changes: { status: 'rejected' } }, 20),
    ...bare(5, { changes: { status: 'checking' } }, 30),
    ...bare(6, { changes: { status: 'canceled' } }, 40),
  ]
  await addPieces(db, live.workspace, ofEachKind)
  // Simulated pieces and an account's test month are in no figure.
  const simulated = ofEachKind.map((piece) => ({ ...piece, changes: { ...piece.changes, test: '{}' } }))
  await addPieces(db, sandbox.workspace, simulated)
  for (const { workspace } of [live, sandbox])
    await db.query(
      `insert into usage_month (workspace_id, month, pieces, items)
       values ($1, to_char(now() at time zone $2, 'YYYY-MM'), 3000, '{"postcard-4.25x6": 3000}')
       on conflict (workspace_id, month) do update set pieces = excluded.pieces, items = excluded.items`,
      [workspace, config.businessTimeZone],
    )

  const { rows: past } = await db.query(
    `select extract(epoch from now() - timestamptz '2020-01-02T05:00:00Z')::float8 as seconds`,
  )
  const registry = new Registry()
  measureProduction(orm.em, registry, config.businessTimeZone)
  const figures = Object.fromEntries(
    (await registry.getMetricsAsJSON()).map(({ name, values: [first] }) => [name, first?.value]),
  )
  expect(figures).toEqual({
    print_pieces_waiting: 3,
    print_pieces_late: 2,
    print_pieces_overdue_seconds: expect.closeTo(past[0].seconds, -2),
    print_pieces_checking_seconds: expect.closeTo(3_600, -2),
    print_pieces_rejected: 4,
    print_runs_open: 1,
    print_run_preparing_seconds: expect.closeTo(1_200, -2),
    print_run_files_failed: 1,
    // 3,000 pieces at $0.65.
    print_charged_dollars: 1_950,
  })
})

import { operationTable } from '@app/contract'
import { expect, test } from 'vitest'
import { measureApi } from '../src/api-metrics.ts'
import { collectDefaults, createMetrics } from '../src/metrics/metrics.ts'
import { measureRenderer } from '../src/modules/print/rendering/print-metrics.ts'
import { buildApp } from '../src/app.ts'
import { startApp } from './harness.ts'
import { dashboardQueries, labelsIn, metricsIn, rules } from './monitoring-files.ts'

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
  // Prometheus itself adds `up`.
  const known = new Set([...served.keys(), ...recorded, 'up'])
  expect(asked.flatMap(metricsIn).filter((name) => !known.has(name))).toEqual([])
})

test.each(asked)('%s uses existing labels', (expression) => {
  const known = new Set(metricsIn(expression).flatMap((name) => [...(served.get(name) ?? [])]))
  // Prometheus itself adds job and instance.
  const added = ['job', 'instance']
  expect(labelsIn(expression).filter((label) => !known.has(label) && !added.includes(label))).toEqual([])
})

test('an alert or the dashboard uses every metric of our own', () => {
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

import { operations } from '@app/contract'
import { dashboardQueries, metricsIn, rules } from 'tools/deploy'
import { expect, test } from 'vitest'
import { installMetrics, workerMetrics } from '../src/http/metrics.ts'
import { buildApp } from '../src/app.ts'
import { startApp } from './harness.ts'

test('alerts and dashboard ask for figures that there are', async () => {
  const { config, orm } = await startApp()
  const app = await buildApp(config, orm)
  const metrics = installMetrics(app, orm.em.fork())
  await app.inject('/healthz')
  metrics.countOutcome('synced')
  const text = (await metrics.registry.metrics()) + (await workerMetrics().registry.metrics())
  const served = new Set([...text.matchAll(/^([a-z_]\w*)[{ ]/gm)].map(([, name]) => name))
  const recorded = rules().flatMap(({ record }) => record ?? [])
  // Prometheus itself adds whether a target answered.
  const known = new Set([...served, ...recorded, 'up'])

  const asked = [...rules().map(({ expr }) => expr), ...dashboardQueries()].flatMap(metricsIn)
  expect(asked.filter((name) => !known.has(name))).toEqual([])
  expect(asked).toContain('crm_oldest_waiting_seconds')
  await app.close()
})

test('and about routes that there are', () => {
  const urls = Object.values(operations).map(({ url }) => url)
  const expressions = [...rules().map(({ expr }) => expr), ...dashboardQueries()].join()
  const patterns = [...expressions.matchAll(/route=~?"([^"]+)"/g)].map(([, pattern = '']) => pattern)
  const alternatives = patterns.flatMap((pattern) => {
    const [, start = '', names = '', end = ''] = pattern.match(/^(.*)\((.*)\)(.*)$/) ?? [undefined, pattern, '', '']
    return names.split('|').map((name) => start + name + end)
  })
  expect(alternatives).toContain('/api/leads')
  expect(alternatives.filter((route) => !urls.some((url) => url === route))).toEqual([])
})

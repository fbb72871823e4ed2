import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../product/paths.ts'
import { dashboardQueries, labelsIn, metricsIn, rules, testedAlerts } from './monitoring.ts'

const alerts = rules().filter(({ alert }) => alert)

test('what is not PromQL is refused', () => {
  expect(() => metricsIn('sum(rate(up[5m])')).toThrow(SyntaxError)
  expect(metricsIn('sum by (le) (rate(a_total{x=~"b|c"}[5m])) / d:e > 2 and absent(f)')).toEqual([
    'a_total',
    'd:e',
    'f',
  ])
  expect(labelsIn('sum by (le) (rate(a_total{x=~"b|c"}[5m])) / d:e > 2 and absent(f)')).toEqual(['le', 'x'])
})

test.each([...rules().map(({ expr }) => expr), ...dashboardQueries()])('%s is PromQL about a metric', (expression) => {
  expect(metricsIn(expression).length).toBeGreaterThan(0)
})

describe.each(alerts.map((rule) => [rule.alert, rule] as const))('%s', (name = '', { labels, annotations }) => {
  test('says how bad it is, and its runbook is there', () => {
    expect(['page', 'ticket']).toContain(labels?.severity)
    expect(annotations?.runbook).toBe(`docs/operations.md#${name.toLowerCase()}`)
    const runbooks = readFileSync(path.join(root, 'docs/operations.md'), 'utf8')
    expect(runbooks).toMatch(new RegExp(`^#### ${name}$`, 'm'))
  })

  test('is raised in a unit test of the rules', () => {
    expect(testedAlerts()).toContain(name)
  })
})

test('every runbook is of an alert that there is', () => {
  const headings = readFileSync(path.join(root, 'docs/operations.md'), 'utf8').matchAll(/^#### (\w+)$/gm)
  expect([...headings].map(([, name]) => name)).toEqual(alerts.map(({ alert }) => alert))
})

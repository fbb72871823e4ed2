import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parser } from '@prometheus-io/lezer-promql'
import { parse } from 'yaml'

export interface Rule {
  alert?: string
  record?: string
  expr: string
  labels?: { severity?: string }
  annotations?: { summary: string; runbook: string }
}

const folder = path.join(import.meta.dirname, '../../../deploy/monitoring')
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8')

export const rules = (): Rule[] =>
  (parse(read('alerts.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules)

/** Every query of the dashboard. */
export const dashboardQueries = (): string[] => {
  const { panels } = JSON.parse(read('dashboard.json')) as { panels: { targets: { expr: string }[] }[] }
  return panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
}

/** The text of every node of these types in a PromQL expression. @throws {SyntaxError} when it is not PromQL */
function textsIn(expression: string, ...types: string[]): string[] {
  const texts: string[] = []
  parser.parse(expression).iterate({
    enter({ type, from, to }) {
      if (type.isError) throw new SyntaxError(`not PromQL at ${from}: ${expression}`)
      if (types.includes(type.name)) texts.push(expression.slice(from, to))
    },
  })
  return texts
}

/** Names of the metrics in a PromQL expression. @throws {SyntaxError} when it is not PromQL */
export const metricsIn = (expression: string): string[] =>
  textsIn(expression, 'VectorSelector').map((selector) => selector.match(/^[\w:]+/)?.[0] ?? '')

/** Names of the labels that the expression selects or groups by. */
export const labelsIn = (expression: string): string[] => textsIn(expression, 'LabelName')

import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { recordedTraffic } from './traffic.ts'

const root = path.resolve(import.meta.dirname, '../..')
const reports = path.join(root, 'e2e/reports')
const file = (name: string) => path.join(reports, name)
const readJson = (name: string): unknown => JSON.parse(readFileSync(file(name), 'utf8'))

interface Drift {
  problems: { ruleId: string; status: number; message: string; method: string; path: string }[]
}

interface Coverage {
  operations: { operationId: string; missing: { kind: string }[] }[]
}

test.beforeAll(() => {
  writeFileSync(file('traffic.har'), recordedTraffic())
  const outputs = ['--format', 'json', '--output', file('drift.json'), '--coverage-output', file('coverage.json')]
  const contract = [
    '--api',
    path.join(root, 'packages/contract/src/generated/openapi.json'),
    '--match-mode',
    'basepath',
  ]
  const redocly = path.join(root, 'node_modules/@redocly/cli/bin/cli.js')
  try {
    execFileSync(process.execPath, [redocly, 'drift', file('traffic.har'), ...contract, ...outputs], { stdio: 'pipe' })
  } catch (error) {
    // It exits with 1 if there are findings, which the first test reads.
    if ((error as { status?: number }).status !== 1) throw error
  }
})

test('every recorded request and response matches the contract', () => {
  const { problems } = readJson('drift.json') as Drift
  // A 401 without a session and a 404 for an unknown URL also match the contract.
  const expected = { 'security-baseline': 401, 'undocumented-endpoint': 404 } as Record<string, number>
  const drifted = problems.filter(({ ruleId, status }) => expected[ruleId] !== status)
  expect(drifted.map(({ method, path: url, message }) => `${method} ${url}: ${message}`)).toEqual([])
})

test('every operation in the contract was called', () => {
  const { operations } = readJson('coverage.json') as Coverage
  const uncalled = operations.filter(({ missing }) => missing.some(({ kind }) => kind === 'operation'))
  expect(uncalled.map(({ operationId }) => operationId)).toEqual([])
  expect(operations.length).toBeGreaterThan(30)
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A report for the terminal, and one from which the gate counts the tests. */
export const reportTo = (name: string): ['default', ['json', { outputFile: string }]] => [
  'default',
  ['json', { outputFile: `reports/${name}.json` }],
]

/**
 * Gives each run a temporary folder of its own, and removes it with everything that the tests left in it. Workers and the programs
 * that tests start share the compiled code of the libraries.
 */
export function setup() {
  const folder = mkdtempSync(path.join(tmpdir(), 'test-'))
  process.env['TMPDIR'] = folder
  process.env['NODE_COMPILE_CACHE'] ??= path.join(import.meta.dirname, 'node_modules/.cache/compiled')
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

const { TEST_SEED } = process.env

/** Test settings that all packages share. */
export const testBase = {
  globalSetup: [import.meta.filename],
  // Each run shuffles the files, so that a test that depends on another file fails. TEST_SEED repeats an order.
  sequence: { shuffle: { files: true }, ...(TEST_SEED && { seed: Number(TEST_SEED) }) },
  // One more than by default, which leaves a processor idle once this is the last task of the gate.
  maxWorkers: '100%',
  // Long, so that a busy machine fails no test. Only a test that hangs fails.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // A tag names the row of docs/security.md that a test proves; tools/proofs.ts refuses unknown ones.
  strictTags: false,
  reporters: reportTo('vitest'),
}

/** The same for tests of pure functions, whose files share the modules: loading them takes longer than the tests. */
export const pureBase = { ...testBase, isolate: false }

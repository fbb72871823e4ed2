import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { forgetTraffic } from './traffic.ts'

/** Gives the run its own temporary folder, which is removed with everything the tests left in it. */
// Playwright requires a default export here.
// oxlint-disable-next-line import/no-default-export
export default function setUp() {
  forgetTraffic()
  const folder = mkdtempSync(path.join(tmpdir(), 'e2e-'))
  process.env['TMPDIR'] = folder
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
